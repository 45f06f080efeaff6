#!/usr/bin/python3
# SPDX-FileCopyrightText: The Focus Filters authors
# SPDX-License-Identifier: Apache-2.0
"""A fake of Deepin's notification server, as dde-shell 1 and 2 have it (panels/notification/server): the names
org.freedesktop.Notifications and org.deepin.dde.Notification1, GetSystemInfo(u) -> v, SetSystemInfo(u, v), SystemInfoChanged(u, v).

  switch BOOL      moves Do Not Disturb, item 0
  item NUMBER BOOL moves another item
  hand, state, restart  as in servers.py
  vanish, appear   leave the bus; come back under a new unique name, in the same state
"""

import os
import sys

import commands
from commands import switch
from peer import Peer, unknown_method, variant

NAME = "org.deepin.dde.Notification1"
PATH = "/org/deepin/dde/Notification1"


class Deepin:
    def __init__(self, address):
        self.items = {0: False}
        self.peer = Peer(address, [NAME, "org.freedesktop.Notifications"], self._answer)

    def _answer(self, call):
        member = call.get_member()
        if member == "GetServerInformation":
            return "ssss", ["DeepinNotifications", "Deepin", "3.0", "1.2"]
        if member == "GetSystemInfo" and call.get_path() == PATH:
            return "v", [variant("b", self.items.get(int(call.get_args_list()[0]), False))]
        if member == "SetSystemInfo" and call.get_path() == PATH:
            number, value = call.get_args_list()
            self.item(number, "on" if value else "off")
            return "", []
        raise unknown_method(call)

    def item(self, number, word):
        self.items[int(number)] = switch(word)
        self.peer.emit(PATH, NAME, "SystemInfoChanged", "uv", int(number), variant("b", switch(word)))

    def restart(self):
        self.peer.vanish()
        return self.appear()

    def appear(self):
        self.peer.appear()
        return {"owner": self.peer.unique_name}

    def commands(self):
        return {
            "switch": lambda word: self.item("0", word), "item": self.item, "vanish": self.peer.vanish,
            "appear": self.appear, "hand": lambda word: self.item("0", word), "restart": self.restart,
            "state": lambda: {"on": self.items[0]},
        }


def main():
    fake = Deepin(os.environ["DBUS_SESSION_BUS_ADDRESS"])
    return commands.serve(fake.appear, fake.commands())


if __name__ == "__main__":
    sys.exit(main())
