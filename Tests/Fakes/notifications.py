#!/usr/bin/python3
# SPDX-FileCopyrightText: The Focus Filters authors
# SPDX-License-Identifier: Apache-2.0
"""A fake org.freedesktop.Notifications on the session bus, of any product.

Arguments: NAME VENDOR [VERSION], as GetServerInformation gives them (`gnome-shell GNOME` by default).

  product NAME VENDOR [VERSION]   from now on
  hang BOOL                       answer nothing
  vanish, appear                  leave the bus; come back under a new unique name
  replace                         a new connection takes the name from the old one, in one step
"""

import os
import sys

import commands
from commands import switch
from peer import Peer, unknown_method

NAME = "org.freedesktop.Notifications"


class Notifications:
    def __init__(self, address, *product):
        self.address = address
        self.hanging = False
        self.ids = 0
        self.information = ()
        self.product(*(product or ("gnome-shell", "GNOME", "43.9")))
        self.peer = Peer(address, [NAME], self._answer)

    def _answer(self, call):
        member = call.get_member()
        if self.hanging:
            return None
        if member == "GetServerInformation":
            return "ssss", self.information
        if member == "GetCapabilities":
            return "as", [["body", "actions"]]
        if member == "Notify":
            self.ids += 1
            return "u", [self.ids]
        if member == "CloseNotification":
            return "", []
        raise unknown_method(call)

    def product(self, name, vendor, version="1.0"):
        self.information = (name, vendor, version, "1.2")

    def hang(self, word):
        self.hanging = switch(word)

    def appear(self):
        self.peer.appear()
        return {"owner": self.peer.unique_name}

    def replace(self):
        successor = Peer(self.address, [NAME], self._answer)
        successor.appear(replace=True)
        self.peer.vanish()
        self.peer = successor
        return {"owner": successor.unique_name}

    def commands(self):
        return {
            "product": self.product, "hang": self.hang, "vanish": lambda: self.peer.vanish(), "appear": self.appear,
            "replace": self.replace,
        }


def main():
    fake = Notifications(os.environ["DBUS_SESSION_BUS_ADDRESS"], *sys.argv[1:])
    return commands.serve(fake.appear, fake.commands())


if __name__ == "__main__":
    sys.exit(main())
