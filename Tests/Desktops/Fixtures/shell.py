# SPDX-FileCopyrightText: The Focus Filters authors
# SPDX-License-Identifier: Apache-2.0
"""The real GNOME Shell, without a screen."""

import json
import os
import time

from gi.repository import GLib

from commands import CommandError, switch
from environment import end_group_of

NAME = "org.gnome.Shell"
SAVER = "org.gnome.ScreenSaver"
SAVER_PATH = "/org/gnome/ScreenSaver"
NOTIFICATIONS = "org.freedesktop.Notifications"
NOTIFICATIONS_PATH = "/org/freedesktop/Notifications"
URGENCIES = {"low": 0, "normal": 1, "critical": 2}
TRIES = 3
SECONDS_TO_START = 20

# The Shell's own switch, where GNOME 43 to 48 have it; 49 has it in the quick settings, on the same key.
SWITCH = "Main.panel.statusArea.dateMenu._messageList._dndSwitch"


class Shell:
    """Needs a system bus with logind and a display manager's name on it, and the session's id in XDG_SESSION_ID.

    Not running until `start`.
    """

    def __init__(self, environment, login):
        self.environment = environment
        self.login = login
        self.bus = environment.session
        self.process = None
        self.notified = 0

    def start(self):
        """Returns when the Shell is up."""
        if self.process is not None:
            raise CommandError("the Shell runs already")
        # Now and then a start hangs for ever: the Shell forks with a callback in JavaScript between fork and exec, to
        # launch the input method, and the child can dead-lock there. Hence the watchdog and another try.
        for tries in range(1, TRIES + 1):
            if self._try():
                return {"tries": tries}
        raise RuntimeError("GNOME Shell did not come up: " + self.environment.log_tail("gnome-shell"))

    def stop(self):
        """Ends the Shell, as a crash does."""
        if self.process is None:
            raise CommandError("the Shell does not run")
        end_group_of(self.process)
        self.process = None

    def _try(self):
        self.process = self.environment.start(
            "gnome-shell", "--headless", "--unsafe-mode", "--virtual-monitor", "1280x720", "--wayland", "--no-x11",
            log="gnome-shell")
        limit = time.monotonic() + SECONDS_TO_START
        owner = self.bus.wait_for_owner(
            NAME, seconds=SECONDS_TO_START, alive=lambda: self.process.poll() is None)
        # The name comes early and says nothing: only the Shell knows when it has started.
        with self.bus.watch("org.freedesktop.DBus.Properties", "PropertiesChanged", "/org/gnome/Shell") as watch:
            while owner and time.monotonic() < limit and self.process.poll() is None:
                try:
                    if self.evaluate("Main.layoutManager._startingUp", seconds=1) is False:
                        return True
                except (GLib.Error, CommandError):
                    pass
                watch.wait(seconds=0.05)  # there is no signal that must come, so look again soon
        self.stop()
        return False

    def evaluate(self, script, seconds=5):
        """What the script gives, inside the Shell."""
        done, text = self.bus.call(
            NAME, "/org/gnome/Shell", NAME, "Eval", "(s)", script, seconds=seconds)
        if not done:
            raise CommandError(f"the Shell refuses '{script}': {text}")
        return json.loads(text) if text else None

    def do_not_disturb(self, word):
        """Flips the Shell's switch, as a click on it does, if it is not that way already."""
        wanted = switch(word)
        self.evaluate(f"if ({SWITCH}.state !== {json.dumps(wanted)}) {SWITCH}.toggle()")
        return self.do_not_disturb_state()

    def do_not_disturb_state(self):
        banners = "new imports.gi.Gio.Settings({schema_id: 'org.gnome.desktop.notifications'})"
        return {
            "switch": self.evaluate(f"{SWITCH}.state"),
            "showBanners": self.evaluate(f"{banners}.get_boolean('show-banners')"),
        }

    def state(self):
        """`on`: whether the Shell holds notifications back; `None` while its switch and the key differ."""
        both = self.do_not_disturb_state()
        return {"on": both["switch"] if both["switch"] != both["showBanners"] else None}

    def restart(self):
        self.stop()
        return self.start()

    def lock(self):
        """The lock screen, as Super+L brings it up."""
        return self._locked_after(True, lambda: self._saver("Lock"))

    def unlock(self):
        return self._locked_after(False, lambda: self._saver("SetActive", "(b)", False))

    def session_lock(self):
        """The same by `loginctl lock-session`: logind asks, the Shell locks."""
        return self._locked_after(True, self.login.request_lock)

    def session_unlock(self):
        return self._locked_after(False, self.login.request_unlock)

    def blank(self):
        """The screen saver without a lock: ActiveChanged comes, LockedHint does not."""
        self._saver("SetActive", "(b)", True)

    def locked_state(self):
        return {
            "active": self.bus.call(NAME, SAVER_PATH, SAVER, "GetActive")[0],
            "locked": self.evaluate("Main.screenShield.locked"),
            "lockedHint": self.login.state()["LockedHint"],
        }

    def install(self, app):
        folder = os.path.join(self.environment.variables["XDG_DATA_HOME"], "applications")
        os.makedirs(folder, exist_ok=True)
        with open(os.path.join(folder, app + ".desktop"), "w") as file:
            file.write(f"[Desktop Entry]\nType=Application\nName={app}\nExec=true\n")

    def notify(self, app, urgency):
        """An app's notification; the Shell decides before it replies, and what it decided is undone."""
        self.notified += 1
        title = f"notification {self.notified}"
        hints = {"desktop-entry": GLib.Variant("s", app), "urgency": GLib.Variant("y", URGENCIES[urgency])}
        number, = self.bus.call(
            NOTIFICATIONS, NOTIFICATIONS_PATH, NOTIFICATIONS, "Notify", "(susssasa{sv}i)", app, 0, "", title, "", [],
            hints, -1)
        listed, banner = self.evaluate(
            "(() => { const tray = Main.messageTray, is = n => n?.title === " + json.dumps(title) + ";"
            " return [tray.getSources().some(s => s.notifications.some(is)),"
            " is(tray._notification) || tray._notificationQueue.some(is)]; })()")
        self.bus.call(NOTIFICATIONS, NOTIFICATIONS_PATH, NOTIFICATIONS, "CloseNotification", "(u)", number)
        return {"listed": listed, "banner": banner}

    def shows(self, app, word):
        wanted = switch(word)
        folder = "/org/gnome/desktop/notifications/application/" + app.lower().replace(".", "-") + "/"
        limit = time.monotonic() + 20
        script = (
            "new imports.gi.Gio.Settings({schema_id: 'org.gnome.desktop.notifications.application', path: "
            + json.dumps(folder) + "}).get_boolean('show-banners')")
        with self.bus.watch("ca.desrt.dconf.Writer", "Notify", "/ca/desrt/dconf/Writer/user") as change:
            while self.evaluate(script) is not wanted:
                if time.monotonic() > limit:
                    raise CommandError(f"after 20 s the Shell does not say that {app} is {word}")
                change.wait(seconds=0.2)

    def commands(self):
        return {
            "dnd": self.do_not_disturb, "dnd-state": self.do_not_disturb_state,
            "hand": self.do_not_disturb, "state": self.state, "restart": self.restart,
            "lock": self.lock, "unlock": self.unlock,
            "session-lock": self.session_lock, "session-unlock": self.session_unlock,
            "install": self.install, "notify": self.notify, "shows": self.shows,
            "blank": self.blank, "locked-state": self.locked_state,
            "start-shell": self.start, "stop-shell": self.stop,
        }

    def _saver(self, member, signature=None, *arguments):
        # By its own name: the bus starts the Shell's helper, which repeats each signal under a name of its own.
        self.bus.call(SAVER, SAVER_PATH, SAVER, member, signature, *arguments, start=True, seconds=20)

    def _locked_after(self, wanted, act):
        """Acts, then returns when saver, lock and hint say so; they change in no fixed order."""
        with self.environment.system.watch("org.freedesktop.DBus.Properties", "PropertiesChanged") as hint:
            act()
            limit = time.monotonic() + 25
            everything = {"active": wanted, "locked": wanted, "lockedHint": wanted}
            while (state := self.locked_state()) != everything:
                if time.monotonic() > limit:
                    raise CommandError(f"after 25 s the Shell still says {state}")
                hint.wait(seconds=0.05)
        return state
