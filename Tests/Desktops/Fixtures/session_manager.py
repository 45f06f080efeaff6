#!/usr/bin/python3
# SPDX-FileCopyrightText: The Focus Filters authors
# SPDX-License-Identifier: Apache-2.0
"""Fixture: the real gnome-session on a private session bus, without a shell.

Commands:
  presence NUMBER          the status, of 0 available, 2 busy, 3 idle
  inhibit NUMBER, release  asks to hold back what the flags name (8: idle); ends that
  restart                  kills the session manager and starts it again
"""

import os
import sys

from environment import end_group_of, fakes_on_path

fakes_on_path()

import fixture  # noqa: E402

NAME = "org.gnome.SessionManager"
PATH = "/org/gnome/SessionManager"


class SessionManager:
    def __init__(self, environment):
        self.environment = environment
        self.bus = environment.session
        self.cookie = None
        empty = os.path.join(environment.folder, "xdg")
        os.mkdir(empty)
        # Nothing of what a desktop starts.
        environment.variables["XDG_CONFIG_DIRS"] = empty
        self._write("config/gnome-session/sessions/lab.session", "[GNOME Session]\nName=lab\nRequiredComponents=lab;\n")
        self._write(
            "data/applications/lab.desktop",
            "[Desktop Entry]\nType=Application\nName=lab\nExec=/bin/sleep infinity\n"
            "X-GNOME-Autostart-Phase=Application\nX-GNOME-AutoRestart=false\n")
        self.start()

    def _write(self, path, text):
        path = os.path.join(self.environment.folder, path)
        os.makedirs(os.path.dirname(path), exist_ok=True)
        with open(path, "w") as file:
            file.write(text)

    def start(self):
        self.process = self.environment.start(
            "/usr/libexec/gnome-session-binary", "--builtin", "--session=lab", "--disable-acceleration-check",
            log="gnome-session")
        if not self.bus.wait_for_owner(NAME, alive=lambda: self.process.poll() is None):
            raise RuntimeError("no session manager: " + self.environment.log_tail("gnome-session"))

    def presence(self, status):
        self.bus.call(NAME, PATH + "/Presence", NAME + ".Presence", "SetStatus", "(u)", int(status))

    def inhibit(self, flags):
        self.cookie = self.bus.call(
            NAME, PATH, NAME, "Inhibit", "(susu)", "org.example.Talk", 0, "a talk", int(flags))[0]

    def release(self):
        self.bus.call(NAME, PATH, NAME, "Uninhibit", "(u)", self.cookie)

    def restart(self):
        end_group_of(self.process)
        self.start()

    def commands(self):
        return {
            "presence": self.presence, "inhibit": self.inhibit, "release": self.release, "restart": self.restart,
        }


if __name__ == "__main__":
    sys.exit(fixture.run_on_both_buses(SessionManager))
