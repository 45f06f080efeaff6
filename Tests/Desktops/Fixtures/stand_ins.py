# SPDX-FileCopyrightText: The Focus Filters authors
# SPDX-License-Identifier: Apache-2.0
"""What the real components ask of system services that no test runs: PID 1 and the display manager."""

import re
import threading

import dbus

from peer import PROPERTIES, Peer, later, unknown_method, variant

MANAGER = "org.freedesktop.systemd1.Manager"
ROOT = "/org/freedesktop/systemd1"
SLEEP_UNITS = ("suspend", "hibernate", "hybrid-sleep", "suspend-then-hibernate")


class ServiceManager:
    """As much of systemd's own bus interface as logind uses. Every job is done at once, but sleep lasts until `wake`.

    It lives on the main loop; `wait_for_sleep` and `wake` are for the thread of the commands.
    """

    def __init__(self, address):
        self.active = set()
        self.jobs = 0
        self.sleeping = []  # jobs to finish at the wake
        self.asleep = threading.Event()
        self.peer = Peer(address, ["org.freedesktop.systemd1"], self._answer)
        self.peer.appear()

    def wait_for_sleep(self, seconds):
        """Whether logind has come so far as to put the machine to sleep."""
        return self.asleep.wait(seconds)

    def wake(self):
        """Ends the sleep; false without one."""
        if not self.asleep.is_set():
            return False
        self.asleep.clear()
        later(0, self._finish_sleep)
        return True

    def _finish_sleep(self):
        while self.sleeping:
            self._finish(*self.sleeping.pop())

    def _answer(self, call):
        member = call.get_member()
        if call.get_interface() == PROPERTIES:
            return self._unit_properties(call, member)
        if member in ("StartUnit", "StartTransientUnit"):
            return self._start(call.get_args_list()[0])
        if member == "StopUnit":
            unit = call.get_args_list()[0]
            self.active.discard(unit)
            return self._job(unit)
        if member in ("GetUnit", "LoadUnit"):
            return "o", [f"{ROOT}/unit/x"]
        if member in ("Subscribe", "Unsubscribe", "AbandonScope", "KillUnit", "ResetFailedUnit", "Abandon"):
            return "", []
        raise unknown_method(call)

    def _start(self, unit):
        if unit.rsplit(".", 1)[0].removeprefix("systemd-") in SLEEP_UNITS or unit == "sleep.target":
            answer = self._job(unit, ends=False)
            self.sleeping.append((self.jobs, answer[1][0], unit))
            self.asleep.set()
            return answer
        self.active.add(unit)
        return self._job(unit)

    def _job(self, unit, ends=True):
        self.jobs += 1
        path = f"{ROOT}/job/{self.jobs}"
        if ends:
            later(0, self._finish, self.jobs, path, unit)  # not before the reply
        return "o", [path]

    def _finish(self, number, path, unit):
        self.peer.emit(ROOT, MANAGER, "JobRemoved", "uoss", number, path, unit, "done")

    def _unit_properties(self, call, member):
        escaped = call.get_path().rsplit("/", 1)[1]
        unit = re.sub("_([0-9a-f]{2})", lambda found: chr(int(found[1], 16)), escaped)
        values = {
            "Id": variant("s", unit),
            "LoadState": variant("s", "loaded"),
            "ActiveState": variant("s", "active" if unit in self.active else "inactive"),
            "SubState": variant("s", "running" if unit in self.active else "dead"),
            "Job": variant("(uo)", (dbus.UInt32(0), dbus.ObjectPath("/"))),
        }
        if member == "GetAll":
            return "a{sv}", [values]
        if member == "Get":
            return "v", [values.get(call.get_args_list()[1], variant("s", ""))]
        raise unknown_method(call)


class DisplayManager:
    """org.gnome.DisplayManager with its version: without one, GNOME Shell has no lock screen."""

    def __init__(self, address):
        self.peer = Peer(address, ["org.gnome.DisplayManager"], self._answer)
        self.peer.appear()

    def _answer(self, call):
        if call.get_interface() == PROPERTIES and call.get_member() == "Get":
            return "v", [variant("s", "43.0")]
        if call.get_interface() == PROPERTIES and call.get_member() == "GetAll":
            return "a{sv}", [{"Version": variant("s", "43.0")}]
        raise unknown_method(call)
