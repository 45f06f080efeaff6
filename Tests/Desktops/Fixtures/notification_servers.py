# SPDX-FileCopyrightText: The Focus Filters authors
# SPDX-License-Identifier: Apache-2.0
"""Real notification servers that are no part of a small desktop, and the means by which each one's tools move its
switch."""

import math
import os
import select
import signal
import time

from gi.repository import GLib

from commands import CommandError, switch
from components import NAME, Component

NOTIFICATIONS = "/org/freedesktop/Notifications"


class Dunst(Component):
    services = []

    def program(self):
        return ["dunst"]

    def set(self, is_on):
        self.environment.run("dunstctl", "set-paused", str(is_on).lower())

    def is_on(self):
        return self._is_paused()

    def signal(self, word):
        """Its older way, which announces nothing."""
        os.kill(self.process.pid, signal.SIGUSR1 if switch(word) else signal.SIGUSR2)
        limit = time.monotonic() + 10
        # It tells nobody, so it is asked until it says so.
        while self._is_paused() != switch(word):
            if time.monotonic() > limit:
                raise RuntimeError("the signal moves nothing")

    def _is_paused(self):
        return self.environment.session.property(NAME, NOTIFICATIONS, "org.dunstproject.cmd0", "paused")

    def commands(self):
        return {**super().commands(), "signal": self.signal}


class Sway:
    """A compositor without a screen. It refuses to run as root, so it runs as somebody else in a user namespace."""

    def __init__(self, environment):
        announcement = os.path.join(environment.runtime, "sway-is-ready")
        os.mkfifo(announcement)
        file = os.path.join(environment.folder, "sway.conf")
        with open(file, "w") as text:
            text.write(f"xwayland disable\nexec echo $WAYLAND_DISPLAY >{announcement}\n")
        # Opened for writing too, so that the opening does not wait.
        descriptor = os.open(announcement, os.O_RDWR)
        self.process = environment.start(
            "unshare", "--user", "--map-user=1000", "--map-group=1000", "sway", "--config", file, log="sway",
            variables={"WLR_BACKENDS": "headless", "WLR_LIBINPUT_NO_DEVICES": "1", "WLR_RENDERER": "pixman"})
        ready, _, _ = select.select([descriptor], [], [], 10)
        name = os.read(descriptor, 100).decode().strip() if ready else ""
        os.close(descriptor)
        if not name:
            raise RuntimeError("sway did not come up: " + environment.log_tail("sway"))
        environment.variables.update(WAYLAND_DISPLAY=name, GDK_BACKEND="wayland")


class OnSway(Component):
    desktop = "sway"
    needs_display = False

    def __init__(self, environment, display=None):
        super().__init__(environment, display)
        if "WAYLAND_DISPLAY" not in environment.variables:
            Sway(environment)


class Mako(OnSway):
    services = []

    def __init__(self, environment, display=None):
        super().__init__(environment, display)
        folder = os.path.join(environment.variables["XDG_CONFIG_HOME"], "mako")
        os.mkdir(folder)
        with open(os.path.join(folder, "config"), "w") as text:
            text.write("[mode=do-not-disturb]\ninvisible=1\n")
            text.write("[mode=focus-silence-org.example.Chat desktop-entry=org.example.Chat]\ninvisible=1\n")

    def program(self):
        return ["mako"]

    def set(self, is_on):
        self.environment.run("makoctl", "mode", "-a" if is_on else "-r", "do-not-disturb")

    def modes(self):
        return self.environment.session.call(NAME, "/fr/emersion/Mako", "fr.emersion.Mako", "ListModes")[0]

    def is_on(self):
        return "do-not-disturb" in self.modes()

    def set_over_the_bus(self, word):
        """As a program does that stays on the bus."""
        modes = ["default"] + (["do-not-disturb"] if switch(word) else [])
        self.environment.session.call(NAME, "/fr/emersion/Mako", "fr.emersion.Mako", "SetModes", "(as)", modes)

    def commands(self):
        return {**super().commands(), "set-modes": self.set_over_the_bus,
                "modes": lambda: {"modes": ",".join(self.modes())}}


class Swaync(OnSway):
    def program(self):
        return ["swaync"]

    def start(self):
        started = super().start()
        if self.environment.session.wait_for_owner("org.erikreider.swaync.cc") is None:
            raise RuntimeError("swaync did not come up: " + self.environment.log_tail("component"))
        return started

    def set(self, is_on):
        self.environment.run("swaync-client", "--dnd-on" if is_on else "--dnd-off", "--skip-wait")

    def is_on(self):
        name = "org.erikreider.swaync.cc"
        return self.environment.session.call(name, "/org/erikreider/swaync/cc", name, "GetDnd")[0]


class Plasma(Component):
    """plasmashell, with its own shortcut."""

    desktop = "KDE"
    services = ["ca.desrt.dconf", "org.kde.kglobalaccel", "org.kde.ActivityManager"]
    COMPONENT = ("org.kde.kglobalaccel", "/component/plasmashell", "org.kde.kglobalaccel.Component")
    SHORTCUT = "toggle do not disturb"
    SECONDS_TO_SHOW = 0.6

    def __init__(self, environment, display=None):
        environment.variables.update(
            KDE_FULL_SESSION="true", KDE_SESSION_VERSION="5", XDG_SESSION_TYPE="x11", QT_QUICK_BACKEND="software",
            XDG_CONFIG_DIRS="/etc/xdg", XDG_DATA_DIRS="/usr/local/share:/usr/share", KDE_NO_GLOBAL_MENU="1")
        # What the bus starts is to find the display.
        environment.session.call(
            "org.freedesktop.DBus", "/org/freedesktop/DBus", "org.freedesktop.DBus", "UpdateActivationEnvironment",
            "(a{ss})", environment.variables)
        super().__init__(environment, display)
        self.held = None

    def program(self):
        return ["plasmashell", "--no-respawn"]

    def start(self):
        """Once more if it does not come up in time."""
        try:
            started = super().start()
        except RuntimeError:
            self.stop()
            started = super().start()
        bus = self.environment.session
        with bus.watch("org.freedesktop.DBus", "NameOwnerChanged") as watch:
            for _ in range(200):
                if self._has_shortcut():
                    return started
                watch.wait(seconds=0.1)
        raise RuntimeError("plasmashell has no shortcut: " + self.environment.log_tail("component"))

    def _has_shortcut(self):
        try:
            return self.SHORTCUT in self.environment.session.call(*self.COMPONENT, "shortcutNames")[0]
        except GLib.Error:
            return False

    def is_inhibited(self):
        return self.environment.session.property(NAME, NOTIFICATIONS, NAME, "Inhibited")

    def set(self, is_on):
        if self._until() == is_on:
            return
        bus = self.environment.session
        with bus.watch("org.freedesktop.DBus.Properties", "PropertiesChanged", NOTIFICATIONS) as watch:
            bus.call(*self.COMPONENT, "invokeShortcut", "(s)", self.SHORTCUT)
            if watch.wait(lambda values: values[1].get("Inhibited") == is_on) is None:
                raise RuntimeError("the shortcut moves nothing")

    def is_on(self):
        return self.is_inhibited()

    def hand(self, word):
        if self.is_inhibited() != switch(word):
            self.environment.session.call(*self.COMPONENT, "invokeShortcut", "(s)", self.SHORTCUT)

    def _until(self):
        """Whether the file has an instant; only the shortcut writes one, a year ahead."""
        try:
            with open(os.path.join(self.environment.variables["XDG_CONFIG_HOME"], "plasmanotifyrc")) as text:
                return any(line.startswith("Until=") for line in text)
        except FileNotFoundError:
            return False

    def write_until(self, seconds=None):
        """Writes an instant so far ahead as KConfig's programs do, and announces it; without: takes it away."""
        value = ["--delete"]
        if seconds is not None:
            # Whole seconds, rounded up: it does not come earlier.
            end = time.localtime(math.ceil(time.time() + float(seconds)))
            value = [",".join(str(field) for field in end[:6])]
        self.environment.run(
            "kwriteconfig5", "--file", "plasmanotifyrc", "--group", "DoNotDisturb", "--key", "Until", *value)
        connection = self.environment.session.connection
        connection.emit_signal(
            None, "/plasmanotifyrc", "org.kde.kconfig.notify", "ConfigChanged",
            GLib.Variant("(a{saay})", ({"DoNotDisturb": [b"Until"]},)))
        connection.flush_sync(None)

    def inhibit(self, word):
        """What an app does that shows a film."""
        bus = self.environment.session
        if switch(word):
            self.held = bus.call(NAME, NOTIFICATIONS, NAME, "Inhibit", "(ssa{sv})", "org.kde.dolphin", "film", {})[0]
        elif self.held is None:
            raise CommandError("nothing is held")
        else:
            bus.call(NAME, NOTIFICATIONS, NAME, "UnInhibit", "(u)", self.held)
            self.held = None

    def commands(self):
        return {**super().commands(), "inhibit": self.inhibit, "until": self.write_until}


SERVERS = {"dunst": Dunst, "mako": Mako, "swaync": Swaync, "plasma": Plasma}
