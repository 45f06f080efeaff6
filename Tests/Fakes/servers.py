#!/usr/bin/python3
# SPDX-FileCopyrightText: The Focus Filters authors
# SPDX-License-Identifier: Apache-2.0
"""Fakes of notification servers in versions that Debian 12 does not have, as their sources say. The argument is one of

  dunst    1.12 (src/dbus.c): org.dunstproject.cmd0 with `paused` b and `pauseLevel` u, which change together, and
           RuleList() -> aa{sv}, RuleEnable(s, i)
  dunst-1.11  the same without RuleList
  mako     1.10 (dbus/mako.c): fr.emersion.Mako with ListModes() -> as, SetModes(as) and the property `Modes`, which is invalidated
  swaync   0.12 (src/swayncDaemon): GetDnd() -> b, IsInhibited() -> b, SubscribeV2(u count, b dnd, b cc_open, b inhibited),
           AddInhibitor(s) -> b, RemoveInhibitor(s) -> b, NumberOfInhibitors() -> u
  plasma   6.4 (libnotificationmanager/server_p.cpp): `Inhibited` b, which is on by `Until` in plasmanotifyrc, an app, or
           a window that fills the screen; Inhibit(s, s, a{sv}) -> u and UnInhibit(u)

Commands:
  switch BOOL       moves Do Not Disturb; dunst: to level 100 or 0
  level NUMBER      dunst alone
  rule NAME BOOL    dunst alone: enables a rule or not, which is there from then on
  mode NAME BOOL    mako alone: sets a mode or not
  inhibit BOOL      swaync and plasma: as a program does
  hand BOOL         has notifications held back, or not, as the user does, whoever holds them back now
  state             `on`: whether they are
  restart           ends it, with all that it keeps in memory only, and starts it again
  vanish, appear    leave the bus; come back under a new unique name, in the same state
"""

import os
import sys
import time

import commands
from commands import CommandError, switch
from peer import PROPERTIES, BusError, Peer, later, unknown_method, variant

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
            if call.get_member() == "Set":
                self.set(*call.get_args_list()[1:])
                return "", []
        raise unknown_method(call)

    def method(self, call):
        raise unknown_method(call)

    def properties(self):
        return {}

    def set(self, key, value):
        raise BusError("org.freedesktop.DBus.Error.PropertyReadOnly", f"{key} cannot be set")

    def announce(self):
        raise NotImplementedError

    def switch(self, word):
        self.is_on = switch(word)
        self.announce()

    def hand(self, word):
        """What the user does who wants quiet, or no quiet whoever holds notifications back."""
        self.switch(word)

    def state(self):
        return {"on": self.is_on}

    def forget(self):
        """What it does not know any more after a restart."""

    def inhibit(self, word):
        self.is_inhibited = switch(word)
        self.announce()

    def appear(self):
        self.peer.appear()
        return {"owner": self.peer.unique_name}

    def restart(self):
        self.peer.vanish()
        self.forget()
        return self.appear()

    def commands(self):
        return {
            "switch": self.switch, "inhibit": self.inhibit, "vanish": self.peer.vanish, "appear": self.appear,
            "hand": self.hand, "state": self.state, "restart": self.restart,
        }


class Dunst(Server):
    information = ("dunst", "knopwob", "1.12.0 (2025-01-10)")
    object = (PATH, "org.dunstproject.cmd0")
    pause_level = 0

    def properties(self):
        return {"paused": variant("b", self.pause_level != 0), "pauseLevel": variant("u", self.pause_level)}

    def announce(self):
        self.peer.properties_changed(*self.object, self.properties())

    def set(self, key, value):
        if key == "paused":
            self.level(100 if value else 0)
        else:
            self.level(value)

    def __init__(self, address):
        super().__init__(address)
        self.rules = {}

    def method(self, call):
        if call.get_member() == "RuleList":
            return "aa{sv}", [[
                {"name": variant("s", name), "enabled": variant("b", is_enabled), "skip_display": variant("b", True)}
                for name, is_enabled in self.rules.items()]]
        if call.get_member() == "RuleEnable":
            name, state = call.get_args_list()
            if str(name) not in self.rules:
                raise BusError("org.freedesktop.DBus.Error.InvalidArgs", f'There is no rule named "{name}"')
            self.rules[str(name)] = state == 1
            return "", []
        raise unknown_method(call)

    def rule(self, name, word):
        self.rules[name] = switch(word)

    def state(self):
        return {"on": self.pause_level != 0, "rules": ",".join(sorted(n for n, on in self.rules.items() if on))}

    def forget(self):
        self.pause_level = 0
        self.rules = {name: False for name in self.rules}

    def switch(self, word):
        self.level(100 if switch(word) else 0)

    def level(self, number):
        self.pause_level = int(number)
        self.announce()

    def commands(self):
        return {**super().commands(), "level": self.level, "rule": self.rule}


class OldDunst(Dunst):
    information = ("dunst", "knopwob", "1.11.0 (2024-04-15)")

    def method(self, call):
        if call.get_member() == "RuleList":
            raise unknown_method(call)
        return super().method(call)


class Mako(Server):
    information = ("mako", "emersion", "0.0.0")
    object = ("/fr/emersion/Mako", "fr.emersion.Mako")

    # Those that the user has beside the one that means Do Not Disturb.
    others = ("default", "desk")

    def modes(self):
        return [*self.others, *(["do-not-disturb"] if self.is_on else [])]

    def forget(self):
        self.is_on = False
        self.others = ("default",)

    def state(self):
        return {"on": self.is_on, "others": ",".join(self.others)}

    def properties(self):
        return {"Modes": variant("as", self.modes())}

    def method(self, call):
        if call.get_member() == "ListModes":
            return "as", [self.modes()]
        if call.get_member() == "SetModes":
            modes = [str(mode) for mode in call.get_args_list()[0]]
            self.is_on = "do-not-disturb" in modes
            self.others = tuple(mode for mode in modes if mode != "do-not-disturb")
            self.announce()
            return "", []
        raise unknown_method(call)

    def announce(self):
        self.peer.properties_changed(*self.object, {}, ["Modes"])

    def mode(self, name, word):
        self.others = tuple(mode for mode in self.others if mode != name) + ((name,) if switch(word) else ())
        self.announce()

    def commands(self):
        return {**super().commands(), "mode": self.mode}


class Swaync(Server):
    information = ("SwayNotificationCenter", "ErikReider", "0.12.1")
    names = [NAME, "org.erikreider.swaync.cc"]
    object = ("/org/erikreider/swaync/cc", "org.erikreider.swaync.cc")

    def __init__(self, address):
        super().__init__(address)
        self.inhibitors = set()
        # What no program but the one that the user runs may do.
        self.trespasses = []

    def method(self, call):
        member, arguments = call.get_member(), call.get_args_list()
        if member == "GetDnd":
            return "b", [self.is_on]
        if member == "IsInhibited":
            return "b", [bool(self.inhibitors)]
        if member == "NumberOfInhibitors":
            return "u", [len(self.inhibitors)]
        if member in ("AddInhibitor", "RemoveInhibitor"):
            return "b", [self.move(str(arguments[0]), member == "AddInhibitor")]
        self.trespasses.append(str(member))
        raise unknown_method(call)

    def move(self, program, is_there):
        """Each change is announced before the call is answered."""
        if (program in self.inhibitors) == is_there:
            return False
        (self.inhibitors.add if is_there else self.inhibitors.remove)(program)
        self.announce()
        return True

    def inhibit(self, word):
        self.move("xdg-desktop-portal-wlr", switch(word))

    def hand(self, word):
        if not switch(word):
            self.inhibitors.clear()
        self.switch(word)

    def state(self):
        return {"on": self.is_on or bool(self.inhibitors), "dnd": self.is_on, "inhibitors": len(self.inhibitors),
                "trespasses": len(self.trespasses)}

    def forget(self):
        self.inhibitors.clear()

    def announce(self):
        self.peer.emit(*self.object, "SubscribeV2", "ubbb", 0, self.is_on, False, bool(self.inhibitors))


class Plasma(Server):
    information = ("Plasma", "KDE", "6.4.0")
    object = (PATH, NAME)

    def __init__(self, address):
        super().__init__(address)
        # Cookie to program; each ends with the program's connection.
        self.inhibitions = {}
        self.cookies = 0
        self.announced = False

    def _is_inhibited(self):
        return self.is_on or self.is_inhibited or bool(self.inhibitions)

    def properties(self):
        return {"Inhibited": variant("b", self._is_inhibited())}

    def method(self, call):
        if call.get_member() == "Inhibit":
            self.cookies += 1
            program = call.get_sender()
            self.inhibitions[self.cookies] = program
            self.peer.connection.watch_name_owner(program, lambda owner: owner or self._end(program))
            # What is in effect, and says so, is the shell's business, a moment later.
            later(1, self.announce)
            return "u", [self.cookies]
        if call.get_member() == "UnInhibit":
            self.inhibitions.pop(int(call.get_args_list()[0]), None)
            later(1, self.announce)
            return "", []
        raise unknown_method(call)

    def _end(self, program):
        self.inhibitions = {cookie: name for cookie, name in self.inhibitions.items() if name != program}
        self.announce()

    def hand(self, word):
        """The switch of the shell turns off whatever is on."""
        if self._is_inhibited() == switch(word):
            return
        if not switch(word):
            self.inhibitions.clear()
            self.is_inhibited = False
        self.switch(word)

    def state(self):
        return {"on": self._is_inhibited()}

    def forget(self):
        self.inhibitions.clear()
        self.is_inhibited = False
        self.announced = self._is_inhibited()

    def announce(self):
        if self.peer.connection is not None and self._is_inhibited() != self.announced:
            self.announced = self._is_inhibited()
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


SERVERS = {"dunst": Dunst, "dunst-1.11": OldDunst, "mako": Mako, "swaync": Swaync, "plasma": Plasma}


def main():
    if len(sys.argv) != 2 or sys.argv[1] not in SERVERS:
        raise CommandError(f"which server? {', '.join(SERVERS)}")
    fake = SERVERS[sys.argv[1]](os.environ["DBUS_SESSION_BUS_ADDRESS"])
    return commands.serve(fake.appear, fake.commands())


if __name__ == "__main__":
    sys.exit(main())
