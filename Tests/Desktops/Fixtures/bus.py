# SPDX-FileCopyrightText: The Focus Filters authors
# SPDX-License-Identifier: Apache-2.0
"""A private dbus-daemon and the fixture's own connection to it."""

import os
import threading
import time

from gi.repository import Gio, GLib

CONFIGURATION = """<!DOCTYPE busconfig PUBLIC "-//freedesktop//DTD D-Bus Bus Configuration 1.0//EN"
 "http://www.freedesktop.org/standards/dbus/1.0/busconfig.dtd">
<busconfig>
  <type>{type}</type>
  <listen>unix:path={socket}</listen>
  <auth>EXTERNAL</auth>
  {services}
  <policy context="default">
    <allow user="*"/>
    <allow own="*"/>
    <allow send_destination="*" eavesdrop="true"/>
    <allow receive_sender="*" eavesdrop="true"/>
    <allow eavesdrop="true"/>
  </policy>
</busconfig>
"""


class Bus:
    """Blocking calls, and waits for signals by condition: for the thread of the commands, never for the main loop."""

    def __init__(self, environment, kind, services):
        socket = os.path.join(environment.runtime, kind + "-bus")
        file = os.path.join(environment.folder, kind + "-bus.conf")
        with open(file, "w") as text:
            text.write(CONFIGURATION.format(
                type=kind, socket=socket, services=f"<servicedir>{services}</servicedir>" if services else ""))
        self.address = f"unix:path={socket}"
        self.changed = threading.Condition()
        read_end, write_end = os.pipe()
        environment.start(
            "dbus-daemon", f"--config-file={file}", "--nofork", "--nopidfile", f"--print-address={write_end}",
            log=kind + "-bus", descriptor=write_end)
        with os.fdopen(read_end) as address:
            if not address.readline():
                raise RuntimeError(f"no {kind} bus: {environment.log_tail(kind + '-bus')}")
        self.connection = Gio.DBusConnection.new_for_address_sync(
            self.address,
            Gio.DBusConnectionFlags.AUTHENTICATION_CLIENT | Gio.DBusConnectionFlags.MESSAGE_BUS_CONNECTION,
            None, None)
        self.connection.set_exit_on_close(False)

    def call(self, name, path, interface, member, signature=None, *arguments, seconds=25, start=False):
        """The reply's values. `start` lets the bus activate the name."""
        flags = Gio.DBusCallFlags.NONE if start else Gio.DBusCallFlags.NO_AUTO_START
        return self.connection.call_sync(
            name, path, interface, member, GLib.Variant(signature, arguments) if signature else None, None, flags,
            int(seconds * 1000), None).unpack()

    def call_for_descriptor(self, name, path, interface, member, signature, *arguments):
        """The reply's values and the file descriptor in it."""
        reply, descriptors = self.connection.call_with_unix_fd_list_sync(
            name, path, interface, member, GLib.Variant(signature, arguments), None,
            Gio.DBusCallFlags.NO_AUTO_START, 25000, None, None)
        return reply.unpack(), descriptors.get(0)

    def property(self, name, path, interface, member):
        return self.call(name, path, "org.freedesktop.DBus.Properties", "Get", "(ss)", interface, member)[0]

    def owner(self, name):
        try:
            return self.call("org.freedesktop.DBus", "/org/freedesktop/DBus", "org.freedesktop.DBus", "GetNameOwner",
                             "(s)", name)[0]
        except GLib.Error:
            return None

    def watch(self, interface, member, path=None):
        """From now on, collects signals; see Watch."""
        return Watch(self, interface, member, path)

    def wait_for_owner(self, name, other_than=None, seconds=30, alive=lambda: True):
        """The owner of `name`, once there is one (and not `other_than`); None at the deadline or when not `alive`."""
        with self.watch("org.freedesktop.DBus", "NameOwnerChanged") as watch:
            limit = time.monotonic() + seconds
            while True:
                owner = self.owner(name)
                if owner is not None and owner != other_than:
                    return owner
                left = limit - time.monotonic()
                if left <= 0 or not alive():
                    return None
                watch.wait(lambda values: values[0] == name, min(left, 0.5))


class Watch:
    """Signals in the order in which they came; `wait` takes them one by one."""

    def __init__(self, bus, interface, member, path):
        self.bus = bus
        self.signals = []
        self.subscription = bus.connection.signal_subscribe(
            None, interface, member, path, None, Gio.DBusSignalFlags.NONE, self._arrived)
        # The bus answers in order, so after this reply the match rule is in force.
        bus.owner("org.freedesktop.DBus")

    def _arrived(self, connection, sender, path, interface, member, values):
        with self.bus.changed:
            self.signals.append(values.unpack())
            self.bus.changed.notify_all()

    def wait(self, fits=lambda values: True, seconds=25):
        """The values of the next signal that fits; those before it are dropped. None at the deadline."""
        limit = time.monotonic() + seconds
        with self.bus.changed:
            while True:
                while self.signals:
                    values = self.signals.pop(0)
                    if fits(values):
                        return values
                left = limit - time.monotonic()
                if left <= 0:
                    return None
                self.bus.changed.wait(left)

    def __enter__(self):
        return self

    def __exit__(self, *_):
        self.bus.connection.signal_unsubscribe(self.subscription)
