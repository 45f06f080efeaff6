#!/usr/bin/python3
# SPDX-FileCopyrightText: The Focus Filters authors
# SPDX-License-Identifier: Apache-2.0
"""Fixture: the real sway, without a screen, with one window.

Commands:
  do COMMAND…        a command of sway's own, such as `do fullscreen enable`
  close-window       the window's program ends
  stop               ends sway
"""

import os
import sys
import time

from environment import end_group_of, fakes_on_path

fakes_on_path()

import fixture  # noqa: E402
from commands import CommandError  # noqa: E402

SECONDS = 30
WINDOW = """imports.gi.versions.Gtk = '4.0';
const {Gtk, GLib} = imports.gi;
Gtk.init();
new Gtk.Window().present();
new GLib.MainLoop(null, false).run();
"""


class Sway:
    def __init__(self, environment):
        self.environment = environment
        configuration = os.path.join(environment.folder, "sway.conf")
        with open(configuration, "w") as text:
            text.write("xwayland disable\n")
        environment.variables.update(
            WLR_BACKENDS="headless", WLR_LIBINPUT_NO_DEVICES="1", WLR_RENDERER="pixman", XDG_CURRENT_DESKTOP="sway",
            SWAYSOCK=os.path.join(environment.runtime, "sway.sock"))
        # sway refuses to run as root: inside, it is someone else.
        self.process = environment.start(
            "unshare", "--user", "--map-user=1000", "--map-group=1000", "sway", "-c", configuration, log="sway")
        self._wait("sway", lambda: os.path.exists(environment.variables["SWAYSOCK"]) and self._display())
        environment.variables["WAYLAND_DISPLAY"] = self._display()
        script = os.path.join(environment.folder, "window.js")
        with open(script, "w") as text:
            text.write(WINDOW)
        self.window = environment.start("gjs", script, log="window")
        self._wait("the window", lambda: '"app_id": "gjs"' in environment.run("swaymsg", "-t", "get_tree", "-p")
                   or '"gjs"' in environment.run("swaymsg", "-t", "get_tree", "-r"))

    def _display(self):
        return next((name for name in os.listdir(self.environment.runtime)
                     if name.startswith("wayland-") and not name.endswith(".lock")), None)

    def _wait(self, what, condition):
        limit = time.monotonic() + SECONDS
        while not condition():
            if time.monotonic() > limit or self.process.poll() is not None:
                raise RuntimeError(f"{what} does not come up: {self.environment.log_tail('sway')}")
            time.sleep(0.05)

    def do(self, *words):
        self.environment.run("swaymsg", *words)

    def close_window(self):
        end_group_of(self.window)

    def stop(self):
        if self.process.poll() is not None:
            raise CommandError("sway does not run")
        end_group_of(self.process)

    def commands(self):
        return {"do": self.do, "close-window": self.close_window, "stop": self.stop}


if __name__ == "__main__":
    sys.exit(fixture.run_on_both_buses(Sway))
