#!/usr/bin/python3
# SPDX-FileCopyrightText: The Focus Filters authors
# SPDX-License-Identifier: Apache-2.0
"""Fakes of system services that tell their state by properties with PropertiesChanged.

The component is the argument:
  upower             UPower 0.99.20: OnBattery, LidIsClosed, the display device's Percentage
  power-profiles     power-profiles-daemon 0.21, which has the name org.freedesktop.UPower.PowerProfiles besides the old
  network-manager    NetworkManager 1.42: PrimaryConnection, Metered, and Id of the active connections 1 and 2
Commands:
  set PATH KEY VALUE [silent]   VALUE in JSON
  calls                         how many calls came, by member, since this was last asked
  hang BOOL, refuse BOOL        answer nothing; answer AccessDenied
  vanish, appear                leaves; comes back under a new unique name
"""

import json
import os
import sys

import commands
import dbus
from commands import CommandError, switch
from peer import PROPERTIES, BusError, Peer, unknown_method, variant

POWER = "/org/freedesktop/UPower"
PROFILES = "org.freedesktop.UPower.PowerProfiles"
NETWORK = "org.freedesktop.NetworkManager"
ACTIVE = NETWORK + ".Connection.Active"

# Names, then path → (interface, key → (type, value)).
COMPONENTS = {
    "upower": (["org.freedesktop.UPower"], {
        POWER: ("org.freedesktop.UPower", {
            "OnBattery": ("b", False), "LidIsClosed": ("b", False), "LidIsPresent": ("b", True),
            "DaemonVersion": ("s", "0.99.20")}),
        POWER + "/devices/DisplayDevice": ("org.freedesktop.UPower.Device", {
            "IsPresent": ("b", True), "Percentage": ("d", 80.0), "Type": ("u", 2)}),
    }),
    "power-profiles": ([PROFILES, "net.hadess.PowerProfiles"], {
        "/org/freedesktop/UPower/PowerProfiles": (PROFILES, {
            "ActiveProfile": ("s", "balanced"), "Version": ("s", "0.21")}),
        "/net/hadess/PowerProfiles": ("net.hadess.PowerProfiles", {"ActiveProfile": ("s", "balanced")}),
    }),
    "network-manager": ([NETWORK], {
        "/org/freedesktop/NetworkManager": (NETWORK, {
            "PrimaryConnection": ("o", "/org/freedesktop/NetworkManager/ActiveConnection/1"), "Metered": ("u", 4),
            "Version": ("s", "1.42.4")}),
        "/org/freedesktop/NetworkManager/ActiveConnection/1": (ACTIVE, {"Id": ("s", "Office")}),
        "/org/freedesktop/NetworkManager/ActiveConnection/2": (ACTIVE, {"Id": ("s", "Home")}),
    }),
}


class Objects:
    def __init__(self, address, component):
        names, self.objects = COMPONENTS[component]
        self.peer = Peer(address, names, self._answer)
        self.count = {}
        self.hanging = False
        self.refusing = False

    def _answer(self, call):
        member = call.get_member()
        self.count[member] = self.count.get(member, 0) + 1
        if self.hanging:
            return None
        if self.refusing:
            raise BusError("org.freedesktop.DBus.Error.AccessDenied", "not for you")
        if call.get_interface() != PROPERTIES or member != "GetAll":
            raise unknown_method(call)
        if call.get_path() not in self.objects:
            raise BusError("org.freedesktop.DBus.Error.UnknownObject", f"no object {call.get_path()}")
        interface, values = self.objects[call.get_path()]
        if call.get_args_list()[0] != interface:
            raise BusError("org.freedesktop.DBus.Error.InvalidArgs", "no such interface")
        return "a{sv}", [dbus.Dictionary(
            {key: variant(*value) for key, value in values.items()}, signature="sv")]

    def set(self, path, key, text, how="told"):
        if path not in self.objects or key not in self.objects[path][1]:
            raise CommandError(f"{path} has no {key}")
        interface, values = self.objects[path]
        values[key] = (values[key][0], json.loads(text))
        if how != "silent":
            self.peer.properties_changed(path, interface, dbus.Dictionary({key: variant(*values[key])}, signature="sv"))

    def calls(self):
        count, self.count = self.count, {}
        return {"calls": count}

    def hang(self, word):
        self.hanging = switch(word)

    def refuse(self, word):
        self.refusing = switch(word)

    def appear(self):
        self.peer.appear()
        return {"owner": self.peer.unique_name}

    def commands(self):
        return {
            "set": self.set, "calls": self.calls, "hang": self.hang, "refuse": self.refuse,
            "vanish": self.peer.vanish, "appear": self.appear,
        }


def main():
    fake = Objects(os.environ["DBUS_SYSTEM_BUS_ADDRESS"], sys.argv[1])
    return commands.serve(fake.appear, fake.commands())


if __name__ == "__main__":
    sys.exit(main())
