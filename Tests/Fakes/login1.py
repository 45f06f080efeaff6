#!/usr/bin/python3
# SPDX-FileCopyrightText: The Focus Filters authors
# SPDX-License-Identifier: Apache-2.0
"""A fake org.freedesktop.login1 on the bus of DBUS_SYSTEM_BUS_ADDRESS, that misbehaves as told.

It starts without sessions. OBJECT is a session's id, `manager`, `seat:ID` or `user:UID`; VALUE is text: true, false,
a number, or a string, read by the property's type.

  add ID [uid=N] [seat=ID|none] [class=user|manager|greeter] [type=wayland|unspecified|…] [active=BOOL]
                            a new session, announced; the first with a seat becomes its user's display
  remove ID                 announced
  set OBJECT PROPERTY VALUE [HOW]
                            HOW the change is told: changed (default), silent, invalidated, both, empty (neither list),
                            ill-typed (as a string; reading gives the right value), other-interface
  announce OBJECT PROPERTY VALUE
                            tells a value that reading does not give
  stuck ID                  from now on SetLockedHint changes and tells nothing
  lock ID, unlock ID        the requests Lock and Unlock
  sleep BOOL [silent]       PrepareForSleep, with PreparingForSleep as it says; silent: the property alone
  sleeps MILLISECONDS BOOL… only the signals, in a row
  race ID PROPERTY VALUE before|after MILLISECONDS
                            the next reading of that session is answered late, and the value changes, announced,
                            before or after the answer is made up
  display UID ID|none       User.Display
  auto ID|none              what GetSession("auto") finds
  pid ID|none               what GetSessionByPID finds; none: NoSessionForPID
  hang BOOL                 answer nothing; what was asked meanwhile is never answered
  deny BOOL                 AccessDenied for everything; each refusal is told by the signal org.example.Fake.Denied
  vanish, appear, restart   leave the bus; come back under a new unique name, with the same state
  replace                   a new connection takes the name from the old one, in one step; the old one stays on the bus
  ghost OBJECT PROPERTY VALUE
                            the connection that was replaced tells a value
  calls                     how often each member was called, and forget it
"""

import collections
import os
import sys

import dbus

import commands
from commands import CommandError, switch
from login1_objects import (
    MANAGER, MANAGER_PATH, SEAT, SESSION, USER, LoginObject, Manager, Seat, Session, User, seat_path, session_path,
    user_path,
)
from peer import PROPERTIES, BusError, Peer, later, unknown_method, variant

NO_SUCH_SESSION = "org.freedesktop.login1.NoSuchSession"
NO_SUCH_USER = "org.freedesktop.login1.NoSuchUser"
NO_SESSION_FOR_PID = "org.freedesktop.login1.NoSessionForPID"


class Login1:
    def __init__(self, address):
        self.manager = Manager()
        self.sessions = {}
        self.users = {}
        self.seats = {}
        self.auto = None
        self.by_pid = None
        self.hanging = False
        self.denying = False
        self.races = {}  # path -> (property, text, whether before, milliseconds)
        self.calls = collections.Counter()
        self.address = address
        self.peer = Peer(address, ["org.freedesktop.login1"], self._answer)
        self.predecessor = None

    # Answers to calls

    def _answer(self, call):
        self.calls[call.get_member()] += 1
        if self.hanging:
            return None
        if self.denying:
            self.peer.emit("/org/example/Fake", "org.example.Fake", "Denied", "s", call.get_member())
            raise BusError("org.freedesktop.DBus.Error.AccessDenied", "Permission denied")
        if call.get_interface() == PROPERTIES:
            return self._properties(call)
        if call.get_path() == MANAGER_PATH:
            return self._manage(call)
        return self._session_method(call)

    def _manage(self, call):
        member, arguments = call.get_member(), call.get_args_list()
        if member == "GetSession":
            return "o", [session_path(self._named(arguments[0]).id)]
        if member == "GetSessionByPID":
            if self.by_pid is None:
                raise BusError(NO_SESSION_FOR_PID, f"PID {arguments[0]} does not belong to any known session")
            return "o", [session_path(self.by_pid)]
        if member == "GetUser":
            if int(arguments[0]) not in self.users:
                raise BusError(NO_SUCH_USER, f"User ID {arguments[0]} is not logged in or lingering")
            return "o", [user_path(int(arguments[0]))]
        if member == "GetSeat" and arguments[0] in self.seats:
            return "o", [seat_path(arguments[0])]
        if member == "ListSessions":
            return "a(susso)", [[(s.id, dbus.UInt32(s.uid), s.user_name, s.seat, session_path(s.id))
                                 for s in self.sessions.values()]]
        if member == "ListUsers":
            return "a(uso)", [[(dbus.UInt32(uid), user.name, user_path(uid)) for uid, user in self.users.items()]]
        if member == "ListSeats":
            return "a(so)", [[(name, seat_path(name)) for name in self.seats]]
        if member == "ListInhibitors":
            return "a(ssssuu)", [[]]
        if member.startswith("Can"):
            return "s", ["yes"]
        if member == "Inhibit":
            reading, writing = os.pipe()
            os.close(reading)
            descriptor = dbus.types.UnixFd(writing)
            os.close(writing)
            return "h", [descriptor]
        raise unknown_method(call)

    def _named(self, name):
        """The session that GetSession means; `self` is by process, `auto` falls back to the user's display."""
        session = {"auto": self.auto, "self": self.by_pid}.get(name, str(name))
        if session is None:
            raise BusError(NO_SESSION_FOR_PID, "Caller does not belong to any known session")
        if session not in self.sessions:
            raise BusError(NO_SUCH_SESSION, f"No session '{name}' known")
        return self.sessions[session]

    def _session_method(self, call):
        session = self._object_at(call.get_path())
        arguments = call.get_args_list()
        if isinstance(session, Session) and call.get_member() == "SetLockedHint":
            if not session.stuck:
                self._change(session, "LockedHint", bool(arguments[0]), "changed")
            return "", []
        if isinstance(session, Session) and call.get_member() == "SetIdleHint":
            self._change(session, "IdleHint", bool(arguments[0]), "changed")
            return "", []
        if isinstance(session, Session) and call.get_member() in ("Lock", "Unlock"):
            self.peer.emit(call.get_path(), SESSION, call.get_member())
            return "", []
        raise unknown_method(call)

    def _object_at(self, path):
        """The object that lives at `path`, `/session/auto` and `/user/self` included."""
        for found in (self.manager, *self.sessions.values(), *self.users.values(), *self.seats.values()):
            if found.path == path:
                return found
        if path in (session_path("auto"), session_path("self")):
            return self._named(path.rsplit("/", 1)[1])
        if path == user_path("self") and os.getuid() in self.users:
            return self.users[os.getuid()]
        raise BusError("org.freedesktop.DBus.Error.UnknownObject", f"Unknown object '{path}'.")

    def _properties(self, call):
        found = self._object_at(call.get_path())
        race = self.races.pop(found.path, None)
        if race is None:
            return self._read(found, call)
        name, text, before, milliseconds = race
        if before:
            self._change(found, name, found.parse(name, text), "changed")
        signature, values = self._read(found, call)
        if not before:
            self._change(found, name, found.parse(name, text), "changed")
        later(milliseconds, self.peer.reply, call, signature, *values)
        return None

    def _read(self, found, call):
        member, arguments = call.get_member(), call.get_args_list()
        if arguments[0] != found.interface:
            raise BusError("org.freedesktop.DBus.Error.UnknownInterface", f"Unknown interface '{arguments[0]}'.")
        if member == "GetAll":
            return "a{sv}", [found.variants()]
        if member == "Get":
            if arguments[1] not in found.types:
                raise BusError("org.freedesktop.DBus.Error.UnknownProperty", f"Unknown property '{arguments[1]}'.")
            return "v", [found.variant(arguments[1])]
        raise unknown_method(call)

    # Changes

    def _change(self, found: LoginObject, name, value, how):
        found.values[name] = value
        told = found.variant(name)
        lists = {
            "changed": ({name: told}, []),
            "invalidated": ({}, [name]),
            "both": ({name: told}, [name]),
            "empty": ({}, []),
            "ill-typed": ({name: variant("s", str(value).lower())}, []),
            "other-interface": ({name: told}, []),
        }
        if how == "silent":
            return
        if how not in lists:
            raise CommandError(f"a change is told by none of '{how}'; there are: silent, {', '.join(lists)}")
        interface = "org.example.Other" if how == "other-interface" else found.interface
        changed, invalidated = lists[how]
        self.peer.properties_changed(
            found.path, interface, dbus.Dictionary(changed, signature="sv"), dbus.Array(invalidated, signature="s"))

    def _find(self, word) -> LoginObject:
        kind, _, name = word.partition(":")
        try:
            if word == "manager":
                return self.manager
            if kind == "seat":
                return self.seats[name]
            if kind == "user":
                return self.users[int(name)]
            return self.sessions[word]
        except KeyError:
            raise CommandError(f"no object '{word}'") from None

    # Commands

    def add(self, name, *options):
        given = dict(option.split("=", 1) for option in options)
        session = Session(name, **{**given, "uid": int(given.get("uid", os.getuid()))})
        self.sessions[name] = session
        if session.uid not in self.users:
            self.users[session.uid] = User(session.uid)
            self.peer.emit(MANAGER_PATH, MANAGER, "UserNew", "uo", session.uid, user_path(session.uid))
        user = self.users[session.uid]
        if session.seat:
            self.seats.setdefault(session.seat, Seat(session.seat))
        self.peer.emit(MANAGER_PATH, MANAGER, "SessionNew", "so", name, session.path)
        if session.seat and not user.values["Display"][0]:
            self.display(str(session.uid), name)
        if session.seat and session.values["Active"]:
            self._change(self.seats[session.seat], "ActiveSession", session.reference, "changed")
        return {"path": session.path}

    def remove(self, name):
        session = self.sessions.pop(name)
        self.peer.emit(MANAGER_PATH, MANAGER, "SessionRemoved", "so", name, session.path)
        if self.users[session.uid].values["Display"][0] == name:
            self.display(str(session.uid), "none")

    def set(self, word, name, text, how="changed"):
        found = self._find(word)
        self._change(found, name, found.parse(name, text), how)

    def announce(self, word, name, text):
        found = self._find(word)
        true_value = found.values[name]
        self._change(found, name, found.parse(name, text), "changed")
        found.values[name] = true_value

    def stuck(self, name):
        self.sessions[name].stuck = True

    def request(self, member, name):
        self.peer.emit(self.sessions[name].path, SESSION, member)

    def sleep(self, word, how="announced"):
        self.manager.values["PreparingForSleep"] = switch(word)
        if how != "silent":
            self.peer.emit(MANAGER_PATH, MANAGER, "PrepareForSleep", "b", switch(word))

    def sleeps(self, milliseconds, *words):
        for index, value in enumerate(map(switch, words)):
            later(index * int(milliseconds), self.peer.emit, MANAGER_PATH, MANAGER, "PrepareForSleep", "b", value)

    def race(self, name, member, text, moment, milliseconds):
        if moment not in ("before", "after"):
            raise CommandError(f"'{moment}' is neither before nor after")
        self.races[self.sessions[name].path] = (member, text, moment == "before", int(milliseconds))

    def display(self, uid, name):
        user = self.users.setdefault(int(uid), User(int(uid)))
        reference = ("", dbus.ObjectPath("/")) if name == "none" else self.sessions[name].reference
        self._change(user, "Display", reference, "changed")

    def set_auto(self, name):
        self.auto = None if name == "none" else name

    def set_by_pid(self, name):
        self.by_pid = None if name == "none" else name

    def hang(self, word):
        self.hanging = switch(word)

    def deny(self, word):
        self.denying = switch(word)

    def appear(self):
        self.peer.appear()
        return {"owner": self.peer.unique_name}

    def restart(self):
        self.peer.vanish()
        return self.appear()

    def replace(self):
        self.predecessor = self.peer
        self.peer = Peer(self.address, ["org.freedesktop.login1"], self._answer)
        self.peer.appear(replace=True)
        return {"owner": self.peer.unique_name}

    def ghost(self, word, name, text):
        found = self._find(word)
        told = variant(found.types[name], found.parse(name, text))
        self.predecessor.properties_changed(
            found.path, found.interface, dbus.Dictionary({name: told}, signature="sv"), dbus.Array([], signature="s"))

    def counted(self):
        counts, self.calls = dict(self.calls), collections.Counter()
        return {"calls": counts}

    def commands(self):
        return {
            "add": self.add, "remove": self.remove, "set": self.set, "announce": self.announce, "stuck": self.stuck,
            "lock": lambda name: self.request("Lock", name), "unlock": lambda name: self.request("Unlock", name),
            "sleep": self.sleep, "sleeps": self.sleeps, "race": self.race, "display": self.display,
            "auto": self.set_auto, "pid": self.set_by_pid, "hang": self.hang, "deny": self.deny,
            "vanish": lambda: self.peer.vanish(), "appear": self.appear, "restart": self.restart, "replace": self.replace,
            "ghost": self.ghost, "calls": self.counted,
        }


def main():
    fake = Login1(os.environ["DBUS_SYSTEM_BUS_ADDRESS"])
    return commands.serve(fake.appear, fake.commands())


if __name__ == "__main__":
    sys.exit(main())
