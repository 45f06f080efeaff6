#!/usr/bin/python3
# SPDX-FileCopyrightText: The Focus Filters authors
# SPDX-License-Identifier: Apache-2.0
"""Fakes of notification servers in versions that Debian 12 does not have, as their sources say. The argument is one of

  dunst    1.12 (src/dbus.c): org.dunstproject.cmd0 with `paused` b and `pauseLevel` u, which change together
  mako     1.10 (dbus/mako.c): fr.emersion.Mako with ListModes() -> as and the property `Modes`, which is invalidated
  swaync   0.12 (src/swayncDaemon): GetDnd() -> b, IsInhibited() -> b, SubscribeV2(u count, b dnd, b cc_open, b inhibited)
  plasma   6.4 (libnotificationmanager/server_p.cpp): `Inhibited` b, which is on by `Until` in plasmanotifyrc, an app, or
           a window that fills the screen

Commands:
  switch BOOL       moves Do Not Disturb; dunst: to level 100 or 0
  level NUMBER      dunst alone
  inhibit BOOL      swaync and plasma: as a program does
  vanish, appear    leave the bus; come back under a new unique name, in the same state
"""

import os
import sys
import time

import commands
from commands import CommandError, switch
from peer import PROPERTIES, Peer, unknown_method, variant

NAME = "org.freedesktop.Notifications"
PATH = "/org/freedesktop/Notifications"


class Server:
    information = ()
    names = [NAME]
    # Of the interface with the switch: its path, its name.
    object = ("", "")

    def __init__(self, address):
        self.is_on = False
        self.is_inhibited = False
        self.peer = Peer(address, self.names, self._answer)

    def _answer(self, call):
        if call.get_member() == "GetServerInformation":
            return "ssss", [*self.information, "1.2"]
        path, interface = self.object
        if call.get_path() == path and call.get_interface() == interface:
            return self.method(call)
        if call.get_path() == path and call.get_interface() == PROPERTIES and call.get_args_list()[0] == interface:
            properties = self.properties()
            if call.get_member() == "GetAll":
                return "a{sv}", [properties]
            if call.get_member() == "Get":
                return "v", [properties[call.get_args_list()[1]]]
        raise unknown_method(call)

    def method(self, call):
        raise unknown_method(call)

    def properties(self):
        return {}

    def announce(self):
        raise NotImplementedError

    def switch(self, word):
        self.is_on = switch(word)
        self.announce()

    def inhibit(self, word):
        self.is_inhibited = switch(word)
        self.announce()

    def appear(self):
        self.peer.appear()
        return {"owner": self.peer.unique_name}

    def commands(self):
        return {
            "switch": self.switch, "inhibit": self.inhibit, "vanish": self.peer.vanish, "appear": self.appear,
        }


class Dunst(Server):
    information = ("dunst", "knopwob", "1.12.0 (2025-01-10)")
    object = (PATH, "org.dunstproject.cmd0")
    pause_level = 0

    def properties(self):
        return {"paused": variant("b", self.pause_level != 0), "pauseLevel": variant("u", self.pause_level)}

    def announce(self):
        self.peer.properties_changed(*self.object, self.properties())

    def switch(self, word):
        self.level(100 if switch(word) else 0)

    def level(self, number):
        self.pause_level = int(number)
        self.announce()

    def commands(self):
        return {**super().commands(), "level": self.level}


class Mako(Server):
    information = ("mako", "emersion", "0.0.0")
    object = ("/fr/emersion/Mako", "fr.emersion.Mako")

    def modes(self):
        return ["do-not-disturb"] if self.is_on else []

    def properties(self):
        return {"Modes": variant("as", self.modes())}

    def method(self, call):
        if call.get_member() == "ListModes":
            return "as", [self.modes()]
        raise unknown_method(call)

    def announce(self):
        self.peer.properties_changed(*self.object, {}, ["Modes"])


class Swaync(Server):
    information = ("SwayNotificationCenter", "ErikReider", "0.12.1")
    names = [NAME, "org.erikreider.swaync.cc"]
    object = ("/org/erikreider/swaync/cc", "org.erikreider.swaync.cc")

    def method(self, call):
        if call.get_member() == "GetDnd":
            return "b", [self.is_on]
        if call.get_member() == "IsInhibited":
            return "b", [self.is_inhibited]
        raise unknown_method(call)

    def announce(self):
        self.peer.emit(*self.object, "SubscribeV2", "ubbb", 0, self.is_on, False, self.is_inhibited)


class Plasma(Server):
    information = ("Plasma", "KDE", "6.4.0")
    object = (PATH, NAME)

    def properties(self):
        return {"Inhibited": variant("b", self.is_on or self.is_inhibited)}

    def announce(self):
        self.peer.properties_changed(*self.object, self.properties())

    def switch(self, word):
        """Plasma writes the file, says so, and only then is what it means in effect."""
        self.is_on = switch(word)
        now = time.localtime()
        path = os.path.join(os.environ["XDG_CONFIG_HOME"], "plasmanotifyrc")
        with open(path + ".new", "w") as text:
            text.write("[DoNotDisturb]\n")
            if self.is_on:
                text.write(f"Until={now.tm_year + 1},{now.tm_mon},1,0,0,0.5\n")
            text.write("WhenFullscreen=true\n")
        os.replace(path + ".new", path)
        self.peer.emit(
            "/plasmanotifyrc", "org.kde.kconfig.notify", "ConfigChanged", "a{saay}", {"DoNotDisturb": [b"Until"]})
        self.announce()


SERVERS = {"dunst": Dunst, "mako": Mako, "swaync": Swaync, "plasma": Plasma}


def main():
    if len(sys.argv) != 2 or sys.argv[1] not in SERVERS:
        raise CommandError(f"which server? {', '.join(SERVERS)}")
    fake = SERVERS[sys.argv[1]](os.environ["DBUS_SESSION_BUS_ADDRESS"])
    return commands.serve(fake.appear, fake.commands())


if __name__ == "__main__":
    sys.exit(main())
