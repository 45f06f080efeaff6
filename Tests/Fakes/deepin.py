#!/usr/bin/python3
# SPDX-FileCopyrightText: The Focus Filters authors
# SPDX-License-Identifier: Apache-2.0
"""A fake of Deepin's notification server, as dde-shell 1 and 2 have it (panels/notification/server): the names
org.freedesktop.Notifications and org.deepin.dde.Notification1, GetSystemInfo(u) -> v, SetSystemInfo(u, v), SystemInfoChanged(u, v);
for apps GetAppList() -> as, GetAppInfo(s, u) -> v, SetAppInfo(s, u, v), AppInfoChanged(s, u, v), AppAdded(s).

  switch BOOL      moves Do Not Disturb, item 0
  item NUMBER BOOL moves another item
  app ID           is installed
  app-item ID NUMBER BOOL  moves an item of an app's
  old              knows no item 7 of apps
  hand, state, restart  as in servers.py
  vanish, appear   leave the bus; come back under a new unique name, in the same state
"""

import os
import sys

import commands
from commands import switch
from peer import BusError, Peer, unknown_method, variant

NAME = "org.deepin.dde.Notification1"
PATH = "/org/deepin/dde/Notification1"


class Deepin:
    def __init__(self, address):
        self.items = {0: False}
        self.apps = {}
        self.app_items = {2: True, 7: True}
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
        if call.get_path() == PATH and (reply := self._answer_of_apps(call)):
            return reply
        raise unknown_method(call)

    def _answer_of_apps(self, call):
        arguments = call.get_args_list()
        if call.get_member() == "GetAppList":
            return "as", [sorted(self.apps)]
        if call.get_member() == "GetAppInfo":
            app, item = str(arguments[0]), int(arguments[1])
            if item not in self.app_items:
                raise BusError("org.freedesktop.DBus.Error.Failed", "no value")
            return "v", [variant("b", self.apps.get(app, {}).get(item, self.app_items[item]))]
        if call.get_member() == "SetAppInfo":
            app, item, value = arguments
            self.app_item(str(app), item, "on" if value else "off")
            return "", []
        return None

    def app(self, name):
        self.apps[name] = {}
        self.peer.emit(PATH, NAME, "AppAdded", "s", name)

    def app_item(self, name, number, word):
        self.apps.setdefault(name, {})[int(number)] = switch(word)
        self.peer.emit(PATH, NAME, "AppInfoChanged", "suv", name, int(number), variant("b", switch(word)))

    def old(self):
        del self.app_items[7]

    def state(self):
        """`off`: the apps' items that are, as `ID:NUMBER`."""
        off = [f"{app}:{item}" for app, items in self.apps.items() for item, value in items.items() if not value]
        return {"on": self.items[0], "off": ",".join(sorted(off))}

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
            "state": self.state, "app": self.app, "app-item": self.app_item, "old": self.old,
        }


def main():
    fake = Deepin(os.environ["DBUS_SESSION_BUS_ADDRESS"])
    return commands.serve(fake.appear, fake.commands())


if __name__ == "__main__":
    sys.exit(main())
