#!/usr/bin/python3
# SPDX-FileCopyrightText: The Focus Filters authors
# SPDX-License-Identifier: Apache-2.0
"""A fake screen saver on the session bus.

Argument: its kind, `gnome` by default.
  gnome        as GNOME Shell 43: two connections take part, the shell, which does not own the name, and a helper that
               owns it and repeats the shell's signals. Which of them speaks is up to the test.
  plasma       as kscreenlocker 5.27: org.freedesktop.ScreenSaver, each ActiveChanged at both of its paths
  short        a locker of KDE's old kind: org.freedesktop.ScreenSaver at /ScreenSaver only
  inhibitors   as gsd-screensaver-proxy of gnome-settings-daemon 43: org.freedesktop.ScreenSaver, whose GetActive is
               refused with NotSupported
  cinnamon     as cinnamon-screensaver 5 and 6: org.cinnamon.ScreenSaver
  xfce         as xfce4-screensaver 4.16 and 4.18: org.xfce.ScreenSaver
Commands:
  active BOOL [WHO]     changes the state; WHO tells it: both (default, shell first), shell, owner, nobody
  tell BOOL [WHO]       tells a state that reading does not give
  vanish, appear        the owner leaves; comes back under a new unique name
  hang BOOL             answer nothing
"""

import os
import sys

import commands
from commands import CommandError, switch
from peer import BusError, Peer, unknown_method

# The name, which is the interface too, and the paths.
KINDS = {
    "gnome": ("org.gnome.ScreenSaver", ["/org/gnome/ScreenSaver"]),
    "plasma": ("org.freedesktop.ScreenSaver", ["/ScreenSaver", "/org/freedesktop/ScreenSaver"]),
    "short": ("org.freedesktop.ScreenSaver", ["/ScreenSaver"]),
    "inhibitors": ("org.freedesktop.ScreenSaver", ["/ScreenSaver", "/org/freedesktop/ScreenSaver"]),
    "cinnamon": ("org.cinnamon.ScreenSaver", ["/org/cinnamon/ScreenSaver"]),
    "xfce": ("org.xfce.ScreenSaver", ["/org/xfce/ScreenSaver"]),
}


class ScreenSaver:
    def __init__(self, address, kind):
        self.kind = kind
        self.name, self.paths = KINDS[kind]
        self.state = False
        self.hanging = False
        self.shell = Peer(address, [], self._answer)
        self.owner = Peer(address, [self.name], self._answer)

    def _answer(self, call):
        if self.hanging:
            return None
        member = call.get_member()
        if call.get_path() not in self.paths:
            raise BusError("org.freedesktop.DBus.Error.UnknownObject", f"there is no {call.get_path()}")
        if self.kind == "inhibitors":
            raise BusError("org.freedesktop.DBus.Error.NotSupported", f"{member} is not for this")
        if member == "GetActive":
            return "b", [self.state]
        if member == "GetActiveTime":
            return "u", [0]
        if member in ("SetActive", "Lock"):
            self.active("true" if member == "Lock" or call.get_args_list()[0] else "false")
            return "", []
        raise unknown_method(call)

    def active(self, word, who="both"):
        self.state = switch(word)
        self.tell(word, who)

    def tell(self, word, who="both"):
        shell = [self.shell] if self.kind == "gnome" else []
        speakers = {"both": shell + [self.owner], "shell": shell, "owner": [self.owner], "nobody": []}
        if who not in speakers:
            raise CommandError(f"'{who}' is none of {', '.join(speakers)}")
        for speaker in speakers[who]:
            for path in self.paths:
                speaker.emit(path, self.name, "ActiveChanged", "b", switch(word))

    def hang(self, word):
        self.hanging = switch(word)

    def start(self):
        self.shell.appear()
        return {"shell": self.shell.unique_name, **self.appear()}

    def appear(self):
        self.owner.appear()
        return {"owner": self.owner.unique_name}

    def commands(self):
        return {
            "active": self.active, "tell": self.tell, "vanish": self.owner.vanish, "appear": self.appear,
            "hang": self.hang,
        }


def main():
    fake = ScreenSaver(os.environ["DBUS_SESSION_BUS_ADDRESS"], *(sys.argv[1:] or ["gnome"]))
    return commands.serve(fake.start, fake.commands())


if __name__ == "__main__":
    sys.exit(main())
