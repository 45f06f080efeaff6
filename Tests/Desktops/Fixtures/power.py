#!/usr/bin/python3
# SPDX-FileCopyrightText: The Focus Filters authors
# SPDX-License-Identifier: Apache-2.0
"""Fixture: the real UPower and power-profiles-daemon on a private system bus, with a stand-in that allows everything.

Commands:
  profile NAME               sets the active profile
  stop NAME, start NAME      ends `upower` or `power-profiles`; starts it again
"""

import sys

from gi.repository import GLib

from environment import end_group_of, fakes_on_path

fakes_on_path()

import fixture  # noqa: E402
from peer import Peer, unknown_method  # noqa: E402

PROFILES = "net.hadess.PowerProfiles"
PROGRAMS = {
    "upower": ("/usr/libexec/upowerd", "org.freedesktop.UPower"),
    "power-profiles": ("/usr/libexec/power-profiles-daemon", PROFILES),
}


def allow(call):
    """polkit's answer to CheckAuthorization."""
    if call.get_member() == "CheckAuthorization":
        return "(bba{ss})", [(True, False, {})]
    if call.get_member() in ("GetAll", "RegisterAuthenticationAgent"):
        return "a{sv}", [{}]
    raise unknown_method(call)


class Power:
    def __init__(self, environment):
        self.environment = environment
        self.bus = environment.system
        self.polkit = Peer(self.bus.address, ["org.freedesktop.PolicyKit1"], allow)
        self.polkit.appear()
        self.processes = {}
        for name in PROGRAMS:
            self.start(name)

    def start(self, name):
        program, owned = PROGRAMS[name]
        self.processes[name] = self.environment.start(program, log=name)
        if not self.bus.wait_for_owner(owned, alive=lambda: self.processes[name].poll() is None):
            raise RuntimeError(f"{name} does not come up: {self.environment.log_tail(name)}")

    def stop(self, name):
        end_group_of(self.processes[name])

    def profile(self, name):
        self.bus.call(
            PROFILES, "/net/hadess/PowerProfiles", "org.freedesktop.DBus.Properties", "Set", "(ssv)", PROFILES,
            "ActiveProfile", GLib.Variant("s", name))

    def commands(self):
        return {"profile": self.profile, "start": self.start, "stop": self.stop}


if __name__ == "__main__":
    sys.exit(fixture.run_on_both_buses(Power))
