# SPDX-FileCopyrightText: The Focus Filters authors
# SPDX-License-Identifier: Apache-2.0
"""The objects of logind and their properties, as systemd 252 has them, as far as a client of sessions reads them."""

import pwd

import dbus

from peer import variant

MANAGER_PATH = "/org/freedesktop/login1"
MANAGER = "org.freedesktop.login1.Manager"
SESSION = "org.freedesktop.login1.Session"
USER = "org.freedesktop.login1.User"
SEAT = "org.freedesktop.login1.Seat"


def _escaped(text):
    """A name as the last part of an object path, as systemd escapes it."""
    plain = [letter if letter.isascii() and letter.isalnum() else f"_{ord(letter):02x}" for letter in str(text)]
    if plain and plain[0].isdigit():
        plain[0] = f"_{ord(plain[0]):02x}"
    return "".join(plain)


def session_path(session):
    return f"{MANAGER_PATH}/session/{_escaped(session)}"


def user_path(uid):
    return f"{MANAGER_PATH}/user/{'self' if uid == 'self' else f'_{uid}'}"


def seat_path(seat):
    return f"{MANAGER_PATH}/seat/{_escaped(seat)}"


def user_name(uid):
    try:
        return pwd.getpwuid(uid).pw_name
    except KeyError:
        return f"user{uid}"


class LoginObject:
    """Values by property name; `types` holds their D-Bus types."""

    interface = ""
    types = {}

    def __init__(self, path, values):
        self.path = path
        self.values = values

    def parse(self, name, text):
        """The value that a command's word means for this property."""
        kind = self.types[name]
        if kind == "b":
            if text not in ("true", "false"):
                raise ValueError(f"{name} is true or false, not '{text}'")
            return text == "true"
        return int(text) if kind in "ut" else text

    def variant(self, name):
        return variant(self.types[name], self.values[name])

    def variants(self):
        return dbus.Dictionary({name: self.variant(name) for name in self.types}, signature="sv")


class Manager(LoginObject):
    interface = MANAGER
    types = {
        "IdleHint": "b", "IdleSinceHint": "t", "IdleSinceHintMonotonic": "t", "BlockInhibited": "s",
        "DelayInhibited": "s", "PreparingForShutdown": "b", "PreparingForSleep": "b", "Docked": "b", "LidClosed": "b",
        "OnExternalPower": "b",
    }

    def __init__(self):
        super().__init__(MANAGER_PATH, {
            "IdleHint": False, "IdleSinceHint": 0, "IdleSinceHintMonotonic": 0, "BlockInhibited": "",
            "DelayInhibited": "", "PreparingForShutdown": False, "PreparingForSleep": False, "Docked": False,
            "LidClosed": False, "OnExternalPower": True,
        })


class Session(LoginObject):
    interface = SESSION
    types = {
        "Id": "s", "User": "(uo)", "Name": "s", "Timestamp": "t", "VTNr": "u", "Seat": "(so)", "TTY": "s",
        "Display": "s", "Remote": "b", "Service": "s", "Desktop": "s", "Leader": "u", "Type": "s", "Class": "s",
        "Active": "b", "State": "s", "IdleHint": "b", "IdleSinceHint": "t", "IdleSinceHintMonotonic": "t",
        "LockedHint": "b",
    }

    def __init__(self, name, uid, seat="seat0", type="wayland", active="true", **more):
        category = more.pop("class", "user")
        if more:
            raise ValueError(f"a session has no {', '.join(more)}")
        self.id = name
        self.uid = uid
        self.seat = "" if seat == "none" else seat
        self.user_name = user_name(uid)
        self.stuck = False
        in_front = active == "true"
        path = session_path(name)
        super().__init__(path, {
            "Id": name, "User": (dbus.UInt32(uid), dbus.ObjectPath(user_path(uid))), "Name": self.user_name,
            "Timestamp": 1, "VTNr": 0,
            "Seat": (self.seat, dbus.ObjectPath(seat_path(self.seat) if self.seat else "/")), "TTY": "", "Display": "",
            "Remote": False, "Service": "fake", "Desktop": "", "Leader": 1, "Type": type, "Class": category,
            "Active": in_front, "State": "active" if in_front else "online", "IdleHint": False, "IdleSinceHint": 0,
            "IdleSinceHintMonotonic": 0, "LockedHint": False,
        })

    @property
    def reference(self):
        """As properties of other objects name it: (so)."""
        return self.id, dbus.ObjectPath(self.path)


class User(LoginObject):
    interface = USER
    types = {"UID": "u", "Name": "s", "Display": "(so)", "State": "s", "IdleHint": "b"}

    def __init__(self, uid):
        self.name = user_name(uid)
        super().__init__(user_path(uid), {
            "UID": uid, "Name": self.name, "Display": ("", dbus.ObjectPath("/")), "State": "active", "IdleHint": False,
        })


class Seat(LoginObject):
    interface = SEAT
    types = {"Id": "s", "ActiveSession": "(so)", "IdleHint": "b"}

    def __init__(self, name):
        super().__init__(seat_path(name), {"Id": name, "ActiveSession": ("", dbus.ObjectPath("/")), "IdleHint": False})
