#!/usr/bin/python3
# SPDX-FileCopyrightText: The Focus Filters authors
# SPDX-License-Identifier: Apache-2.0
"""GNOME's Do Not Disturb without the Shell: its key in real dconf, moved as the Shell moves it.

  hand BOOL, state  as in servers.py
  restart           ends dconf-service, which the next write activates again
"""

import os
import signal
import subprocess
import sys

import dbus
import dbus.bus

import commands
from commands import switch

KEY = "/org/gnome/desktop/notifications/show-banners"
SERVICE = "ca.desrt.dconf"


class Switch:
    def __init__(self, address):
        self.bus = dbus.bus.BusConnection(address)

    def hand(self, word):
        self._dconf("write", KEY, "false" if switch(word) else "true")

    def state(self):
        return {"on": self._dconf("read", KEY) == "false"}

    def restart(self):
        if self.bus.name_has_owner(SERVICE):
            daemon = self.bus.get_object("org.freedesktop.DBus", "/org/freedesktop/DBus")
            pid = daemon.GetConnectionUnixProcessID(SERVICE, dbus_interface="org.freedesktop.DBus")
            os.kill(int(pid), signal.SIGKILL)

    def _dconf(self, *words):
        return subprocess.run(["dconf", *words], check=True, capture_output=True, text=True, timeout=25).stdout.strip()

    def commands(self):
        return {"hand": self.hand, "state": self.state, "restart": self.restart}


def main():
    fake = Switch(os.environ["DBUS_SESSION_BUS_ADDRESS"])
    return commands.serve(dict, fake.commands())


if __name__ == "__main__":
    sys.exit(main())
