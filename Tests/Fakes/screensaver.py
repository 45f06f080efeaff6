#!/usr/bin/python3
# SPDX-FileCopyrightText: The Focus Filters authors
# SPDX-License-Identifier: Apache-2.0
"""A fake org.gnome.ScreenSaver on the session bus.

As with the real one, two connections take part: the shell, which does not own the name, and a helper that owns it and
repeats the shell's signals. Which of them speaks is up to the test.

  active BOOL [WHO]     changes the state; WHO tells it: both (default, shell first), shell, owner, nobody
  tell BOOL [WHO]       tells a state that reading does not give
  vanish, appear        the owner leaves; comes back under a new unique name
  hang BOOL             answer nothing
"""

import os
import sys

import commands
from commands import CommandError, switch
from peer import Peer, unknown_method

NAME = "org.gnome.ScreenSaver"
PATH = "/org/gnome/ScreenSaver"


class ScreenSaver:
    def __init__(self, address):
        self.state = False
        self.hanging = False
        self.shell = Peer(address, [], self._answer)
        self.owner = Peer(address, [NAME], self._answer)

    def _answer(self, call):
        if self.hanging:
            return None
        member = call.get_member()
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
        speakers = {"both": [self.shell, self.owner], "shell": [self.shell], "owner": [self.owner], "nobody": []}
        if who not in speakers:
            raise CommandError(f"'{who}' is none of {', '.join(speakers)}")
        for speaker in speakers[who]:
            speaker.emit(PATH, NAME, "ActiveChanged", "b", switch(word))

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
    fake = ScreenSaver(os.environ["DBUS_SESSION_BUS_ADDRESS"])
    return commands.serve(fake.start, fake.commands())


if __name__ == "__main__":
    sys.exit(main())
