# SPDX-FileCopyrightText: The Focus Filters authors
# SPDX-License-Identifier: Apache-2.0
"""The real systemd-logind on a private system bus, and the sessions that a login would make."""

import os
import shutil

import private_mounts
from commands import CommandError, switch
from environment import end_group_of
from stand_ins import ServiceManager

NAME = "org.freedesktop.login1"
ROOT = "/org/freedesktop/login1"
MANAGER = NAME + ".Manager"
SESSION = NAME + ".Session"
PROGRAMS = ("/usr/lib/systemd/systemd-logind", "/lib/systemd/systemd-logind")


class LoginManager:
    """systemd-logind with no session yet. Call `private_mounts.enter` first, from the program's first line."""

    def __init__(self, environment):
        self.environment = environment
        self.sessions = {}  # id -> (descriptor that keeps it, its leading process)
        self.inhibitors = {}  # what -> descriptor
        private_mounts.hide_machine(environment.folder)
        self.bus = environment.start_system_bus()
        self.service_manager = ServiceManager(self.bus.address)
        self.process = None
        self.owner = None
        self.start()

    def start(self):
        program = next(filter(os.path.exists, PROGRAMS), None) or shutil.which("systemd-logind")
        if program is None:
            raise RuntimeError("systemd-logind is not installed")
        self.process = self.environment.start(
            program, log="logind", variables={"SYSTEMD_LOG_TARGET": "console", "SYSTEMD_LOG_LEVEL": "info"})
        self.owner = self.bus.wait_for_owner(NAME, other_than=self.owner, alive=lambda: self.process.poll() is None)
        if self.owner is None:
            raise RuntimeError("systemd-logind did not come up: " + self.environment.log_tail("logind"))

    def restart(self):
        """Ends logind without warning and starts it again, as a package update or a crash does."""
        end_group_of(self.process)
        self.start()
        return {"owner": self.owner}

    def create(self, kind="wayland", category="user", seat="seat0"):
        """A session of ours of that type and class; it is in front at once if its seat has nothing in front."""
        leader = self.environment.start("sleep", "infinity", log="leader")
        seat = "" if seat == "none" else seat
        reply, descriptor = self.bus.call_for_descriptor(
            NAME, ROOT, MANAGER, "CreateSession", "(uusssssussbssa(sv))",
            os.getuid(), leader.pid, "focus", kind, category, "focus", seat, 0, "", "", False, "", "", [])
        self.sessions[reply[0]] = (descriptor, leader)
        return {"loginSession": reply[0], "loginPath": reply[1]}

    def session_path(self, session):
        if session not in self.sessions:
            raise CommandError(f"no session '{session}'; there are: {', '.join(self.sessions)}")
        return self.bus.call(NAME, ROOT, MANAGER, "GetSession", "(s)", session)[0]

    def activate(self, session):
        self._manage("ActivateSession", session)

    def remove(self, session):
        """The session's user logs out."""
        with self.bus.watch(MANAGER, "SessionRemoved") as watch:
            self._manage("TerminateSession", session)
            descriptor, leader = self.sessions.pop(session)
            os.close(descriptor)
            end_group_of(leader)
            if watch.wait(lambda values: values[0] == session) is None:
                raise CommandError(f"session {session} is not gone after 25 s")

    def lock(self, session="c1"):
        """The hint that a locker sets when the screen is locked."""
        self._hint(session, "SetLockedHint", True)

    def unlock(self, session="c1"):
        self._hint(session, "SetLockedHint", False)

    def request_lock(self, session="c1"):
        """What `loginctl lock-session` does: a request, no state."""
        self._manage("LockSession", session)

    def request_unlock(self, session="c1"):
        self._manage("UnlockSession", session)

    def idle(self, word, session="c1"):
        self._hint(session, "SetIdleHint", switch(word))

    def suspend(self):
        """Goes to sleep; returns when the machine would be asleep."""
        self.bus.call(NAME, ROOT, MANAGER, "Suspend", "(b)", False)
        if not self.service_manager.wait_for_sleep(25):
            raise CommandError("logind did not start the sleep within 25 s")

    def wake(self):
        with self.bus.watch(MANAGER, "PrepareForSleep") as watch:
            if not self.service_manager.wake():
                raise CommandError("the machine is awake")
            if watch.wait(lambda values: values == (False,)) is None:
                raise CommandError("logind did not announce the wake within 25 s")

    def inhibit(self, what="idle", mode="block"):
        """Takes an inhibitor, as a film player does."""
        if what in self.inhibitors:
            raise CommandError(f"'{what}' is inhibited already")
        _, self.inhibitors[what] = self.bus.call_for_descriptor(
            NAME, ROOT, MANAGER, "Inhibit", "(ssss)", what, "Fixture", "A test", mode)

    def release(self, what="idle"):
        if what not in self.inhibitors:
            raise CommandError(f"'{what}' is not inhibited")
        os.close(self.inhibitors.pop(what))

    def state(self, session="c1"):
        """What logind itself says of the session."""
        path = self.session_path(session)
        names = ("LockedHint", "IdleHint", "Active", "State", "Class")
        return {name: self.bus.property(NAME, path, SESSION, name) for name in names}

    def stop(self):
        """Ends logind for good."""
        end_group_of(self.process)

    def commands(self):
        return {
            "create": self.create, "activate": self.activate, "remove": self.remove,
            "lock": self.lock, "unlock": self.unlock,
            "request-lock": self.request_lock, "request-unlock": self.request_unlock,
            "idle": self.idle, "suspend": self.suspend, "wake": self.wake,
            "inhibit": self.inhibit, "release": self.release,
            "state": self.state, "restart": self.restart, "stop": self.stop, "start": self.start,
        }

    def _manage(self, member, session):
        self.session_path(session)  # refuses what is not ours
        self.bus.call(NAME, ROOT, MANAGER, member, "(s)", session)

    def _hint(self, session, member, value):
        self.bus.call(NAME, self.session_path(session), SESSION, member, "(b)", value)
