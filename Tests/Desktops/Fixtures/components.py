# SPDX-FileCopyrightText: The Focus Filters authors
# SPDX-License-Identifier: Apache-2.0
"""Real components of small desktops, and the means by which each one's own tools move its switch."""

import glob
import os
import shutil
import time

from gi.repository import GLib

from commands import CommandError, switch
from environment import end_group_of

NAME = "org.freedesktop.Notifications"
URGENCIES = {"low": 0, "normal": 1, "critical": 2}
# Where `.ci/deps` puts packages that are unpacked and not installed.
UNPACKED = os.path.join(os.path.dirname(os.path.abspath(__file__)), "..", "..", "..", ".build", "unpacked")


def existing(*patterns):
    """The command for the first of these that is installed."""
    for pattern in patterns:
        if found := glob.glob(pattern):
            return found[:1]
    raise RuntimeError(f"none of these is installed: {', '.join(patterns)}")


class Component:
    """A program that owns `name`. Not running until `start`."""

    # The desktop, as XDG_CURRENT_DESKTOP names it.
    desktop = ""
    # What may be activated on the session bus.
    services = ["ca.desrt.dconf"]
    name = NAME
    needs_display = True
    # A notification is on the screen within that time, if ever.
    SECONDS_TO_SHOW = 0.4

    def __init__(self, environment, display=None):
        self.environment = environment
        self.display = display
        self.process = None
        self.owner = None

    def program(self):
        """The command that runs it."""
        raise NotImplementedError

    def set(self, is_on):
        """Moves its switch, or brings the saver up, by the desktop's own means."""
        raise NotImplementedError

    def is_on(self):
        """Whether notifications are held back, as the desktop's own means say."""
        raise NotImplementedError

    def hand(self, word):
        """Has notifications held back, or not, as the user does, whoever holds them back now."""
        self.set(switch(word))

    def start(self):
        if self.process is not None:
            raise CommandError("it runs already")
        self.process = self.environment.start(*self.program(), log="component")
        self.owner = self.environment.session.wait_for_owner(
            self.name, other_than=self.owner, alive=lambda: self.process.poll() is None)
        if self.owner is None:
            raise RuntimeError(f"{self.program()[0]} did not come up: " + self.environment.log_tail("component"))
        return {"owner": self.owner}

    def stop(self):
        """Ends it without warning, as a crash does."""
        if self.process is None:
            raise CommandError("it does not run")
        end_group_of(self.process)
        self.process = None

    def restart(self):
        self.stop()
        return self.start()

    def switch(self, word):
        self.set(switch(word))

    def shows(self, word, app="test", urgency="normal", seconds=30):
        """Returns when an app's notification is seen on the screen, or when several in a row are not."""
        expected, in_a_row = switch(word), 0
        limit = time.monotonic() + seconds
        while in_a_row < (1 if expected else 3):
            if time.monotonic() > limit:
                raise RuntimeError(f"a notification is {'never' if expected else 'still'} shown")
            in_a_row = in_a_row + 1 if self._shows_one(app, urgency) == expected else 0

    def _shows_one(self, app, urgency):
        bus, path = self.environment.session, "/org/freedesktop/Notifications"
        hints = {"desktop-entry": GLib.Variant("s", app), "urgency": GLib.Variant("y", URGENCIES[urgency])}
        before = self.display.windows()
        with bus.watch(NAME, "NotificationClosed") as watch:
            # Servers refuse what comes too often and is the same.
            number = bus.call(
                NAME, path, NAME, "Notify", "(susssasa{sv}i)", app, 0, "", f"Hello at {time.monotonic()}", "", [],
                hints if app != "test" else {}, 60000)[0]
            limit = time.monotonic() + self.SECONDS_TO_SHOW
            is_seen = False
            while not is_seen and time.monotonic() < limit:
                watch.wait(lambda _: False, 0.05)  # no signal tells what is on the screen, so look again soon
                is_seen = self.display.windows() > before
            bus.call(NAME, path, NAME, "CloseNotification", "(u)", number)
            limit = time.monotonic() + 5
            while is_seen and self.display.windows() > before and time.monotonic() < limit:
                watch.wait(lambda _: False, 0.05)
        return is_seen

    def install(self, app):
        """An app of that id; a server that reads desktop files is to be started later."""
        folder = os.path.join(self.environment.variables["XDG_DATA_HOME"], "applications")
        os.makedirs(folder, exist_ok=True)
        with open(os.path.join(folder, app + ".desktop"), "w") as file:
            file.write(f"[Desktop Entry]\nType=Application\nName={app}\nExec=true\n")

    def commands(self):
        return {
            "switch": self.switch, "shows": self.shows, "start": self.start, "stop": self.stop, "restart": self.restart,
            "hand": self.hand, "state": lambda: {"on": self.is_on()}, "install": self.install,
        }

    def gsettings(self, *words):
        self.environment.run("gsettings", *words)


class Xfce(Component):
    desktop = "XFCE"
    services = ["org.xfce.Xfconf"]
    PROPERTY = ("xfconf-query", "--channel", "xfce4-notifyd", "--property", "/do-not-disturb")
    MUTED = "/applications/muted_applications"

    def program(self):
        return existing("/usr/lib/*/xfce4/notifyd/xfce4-notifyd", "/usr/lib/xfce4/notifyd/xfce4-notifyd")

    def set(self, is_on):
        self.environment.run(*self.PROPERTY, "--create", "--type", "bool", "--set", str(is_on).lower())

    def is_on(self):
        bus = self.environment.session
        values = bus.call("org.xfce.Xfconf", "/org/xfce/Xfconf", "org.xfce.Xfconf", "GetAllProperties", "(ss)",
                          "xfce4-notifyd", "/")[0]
        return values.get("/do-not-disturb", False)

    def toggle(self):
        self.environment.run(*self.PROPERTY, "--toggle")

    def reset(self):
        self.environment.run(*self.PROPERTY, "--reset")

    def mute(self, *apps):
        """As its settings dialog writes the list of muted apps; without any: none is."""
        bus = self.environment.session
        bus.call("org.xfce.Xfconf", "/org/xfce/Xfconf", "org.xfce.Xfconf", "SetProperty", "(ssv)", "xfce4-notifyd",
                 self.MUTED, GLib.Variant("av", [GLib.Variant("s", app) for app in apps]))

    def muted(self):
        """The list; `none` if there is no such property."""
        bus = self.environment.session
        values = bus.call("org.xfce.Xfconf", "/org/xfce/Xfconf", "org.xfce.Xfconf", "GetAllProperties", "(ss)",
                          "xfce4-notifyd", "/")[0]
        return {"muted": ",".join(values[self.MUTED]) if self.MUTED in values else "none"}

    def restart_settings(self):
        """Ends xfconfd, and has the bus start it again."""
        bus = self.environment.session
        old = bus.owner("org.xfce.Xfconf")
        pid = bus.call("org.freedesktop.DBus", "/org/freedesktop/DBus", "org.freedesktop.DBus",
                       "GetConnectionUnixProcessID", "(s)", old)[0]
        with bus.watch("org.freedesktop.DBus", "NameOwnerChanged") as watch:
            os.kill(pid, 15)  # it writes what it has not written yet
            if watch.wait(lambda values: values[0] == "org.xfce.Xfconf" and not values[2]) is None:
                raise RuntimeError("xfconfd stays")
        bus.call("org.xfce.Xfconf", "/org/xfce/Xfconf", "org.xfce.Xfconf", "ListChannels", start=True)

    def commands(self):
        return {**super().commands(), "toggle": self.toggle, "reset": self.reset, "mute": self.mute, "muted": self.muted,
                "restart-settings": self.restart_settings}


class Mate(Component):
    desktop = "MATE"

    def program(self):
        return existing("/usr/lib/mate-notification-daemon/mate-notification-daemon",
                        "/usr/lib/*/mate-notification-daemon/mate-notification-daemon",
                        "/usr/libexec/mate-notification-daemon")

    def set(self, is_on):
        self.gsettings("set", "org.mate.NotificationDaemon", "do-not-disturb", str(is_on).lower())

    def is_on(self):
        return self.environment.run("gsettings", "get", "org.mate.NotificationDaemon", "do-not-disturb") == "true"


class Budgie(Component):
    """budgie-daemon. It forgets its switch when it ends."""

    desktop = "Budgie:GNOME"
    name = "org.budgie_desktop.Notifications"
    DISPATCHER = ("/org/budgie_desktop/Notifications", "org.buddiesofbudgie.budgie.Dispatcher")

    def __init__(self, environment, display=None):
        super().__init__(environment, display)
        share = os.path.join(UNPACKED, "budgie-core", "usr", "share")
        schemas = os.path.join(environment.folder, "schemas")
        os.mkdir(schemas)
        for file in glob.glob(os.path.join(share, "glib-2.0", "schemas", "com.solus-project.*.xml")) + glob.glob(
                os.path.join(share, "glib-2.0", "schemas", "org.buddiesofbudgie.*.xml")):
            shutil.copy(file, schemas)
        environment.run("glib-compile-schemas", schemas)
        environment.variables["GSETTINGS_SCHEMA_DIR"] = schemas

    def program(self):
        return [os.path.join(UNPACKED, "budgie-core", "usr", "bin", "budgie-daemon")]

    def start(self):
        started = super().start()
        if self.environment.session.wait_for_owner(NAME) is None:
            raise RuntimeError("budgie-daemon serves no notifications")
        return started

    def set(self, is_on):
        bus = self.environment.session
        if bus.call(self.name, *self.DISPATCHER, "GetDoNotDisturb")[0] != is_on:
            bus.call(self.name, *self.DISPATCHER, "ToggleDoNotDisturb")

    def is_on(self):
        return self.environment.session.call(self.name, *self.DISPATCHER, "GetDoNotDisturb")[0]

    def pause(self, word):
        """What Budgie's window manager does when a window fills the screen."""
        self.environment.session.call(
            self.name, self.DISPATCHER[0], "org.freedesktop.DBus.Properties", "Set", "(ssv)", self.DISPATCHER[1],
            "NotificationsPaused", GLib.Variant("b", switch(word)))

    def commands(self):
        return {**super().commands(), "pause": self.pause}


class Lxqt(Component):
    """lxqt-notificationd, which has its switch from a file and tells nobody."""

    desktop = "LXQt"
    services = []

    def program(self):
        return ["lxqt-notificationd"]

    def set(self, is_on):
        # As Qt's settings write: a new file in the place of the old one.
        path = self._file()
        os.makedirs(os.path.dirname(path), exist_ok=True)
        with open(path + ".new", "w") as file:
            file.write(f"[General]\n__userfile__=true\ndoNotDisturb={str(is_on).lower()}\nplacement=top-right\n")
        os.replace(path + ".new", path)

    def is_on(self):
        try:
            with open(self._file()) as text:
                return "doNotDisturb=true" in text.read().splitlines()
        except FileNotFoundError:
            return False

    def _file(self):
        return os.path.join(self.environment.variables["XDG_CONFIG_HOME"], "lxqt", "notifications.conf")


class Feedback(Component):
    """feedbackd; the profile of the settings and its own follow each other."""

    desktop = "Phosh:GNOME"
    name = "org.sigxcpu.Feedback"
    needs_display = False

    def program(self):
        return ["/usr/libexec/feedbackd"]

    def set(self, is_on):
        self.profile("silent" if is_on else "full")

    def is_on(self):
        return self.environment.session.property(
            self.name, "/org/sigxcpu/Feedback", "org.sigxcpu.Feedback", "Profile") != "full"

    def profile(self, name):
        self.gsettings("set", "org.sigxcpu.feedbackd", "profile", name)

    def commands(self):
        return {**super().commands(), "profile": self.profile}


class MateScreensaver(Component):
    desktop = "MATE"
    name = "org.mate.ScreenSaver"

    def program(self):
        return ["mate-screensaver", "--no-daemon"]

    def set(self, is_on):
        self._tell("--activate" if is_on else "--deactivate", is_on)

    def lock(self):
        self._tell("--lock", True)

    def _tell(self, option, is_up):
        with self.environment.session.watch(self.name, "ActiveChanged") as watch:
            self.environment.run("mate-screensaver-command", option)
            if watch.wait(lambda values: values == (is_up,)) is None:
                raise RuntimeError(f"{option}: the saver does not say so. {self.environment.log_tail('component')}")

    def commands(self):
        return {**super().commands(), "lock": self.lock}


class PlasmaLocker(Component):
    """Plasma's locker, in ksmserver. To unlock it takes a password, or a logind that knows the session: it can only be
    ended and started again."""

    desktop = "KDE"
    name = "org.freedesktop.ScreenSaver"
    PATHS = ("/org/freedesktop/ScreenSaver", "/ScreenSaver")
    SECONDS_TO_LOCK = 20

    def __init__(self, environment, display=None):
        super().__init__(environment, display)
        environment.variables.update(
            KDE_FULL_SESSION="true", KDE_SESSION_VERSION="5", XDG_SESSION_TYPE="x11", QT_QUICK_BACKEND="software",
            XDG_CONFIG_DIRS="/etc/xdg", XDG_DATA_DIRS="/usr/local/share:/usr/share")

    def program(self):
        return ["ksmserver"]

    def set(self, is_on):
        if not is_on:
            raise CommandError("it takes a password to unlock it")
        bus = self.environment.session
        with bus.watch(self.name, "ActiveChanged") as watch:
            bus.call(self.name, self.PATHS[0], self.name, "Lock", seconds=self.SECONDS_TO_LOCK)
            for _ in self.PATHS:
                if watch.wait(lambda values: values == (True,), self.SECONDS_TO_LOCK) is None:
                    raise RuntimeError("the locker does not lock: " + self.environment.log_tail("component"))


COMPONENTS = {
    "xfce": Xfce, "mate": Mate, "budgie": Budgie, "lxqt": Lxqt, "feedbackd": Feedback,
    "mate-screensaver": MateScreensaver, "plasma-locker": PlasmaLocker,
}
