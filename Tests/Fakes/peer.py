# SPDX-FileCopyrightText: The Focus Filters authors
# SPDX-License-Identifier: Apache-2.0
"""A bus peer at the level of messages, so that a fake can also answer late, wrongly, twice or never."""

import dbus
import dbus.bus
import dbus.lowlevel
from dbus.mainloop.glib import DBusGMainLoop, threads_init
from gi.repository import GLib

PROPERTIES = "org.freedesktop.DBus.Properties"
HANDLED = dbus.lowlevel.HANDLER_RESULT_HANDLED
NOT_HANDLED = dbus.lowlevel.HANDLER_RESULT_NOT_YET_HANDLED

# Fixtures make peers on another thread than the one that runs the main loop.
threads_init()


class BusError(Exception):
    """Answers the call that is being handled with this error."""

    def __init__(self, name, text):
        super().__init__(text)
        self.name = name


def variant(signature, value):
    """`value` as a D-Bus value of that type, one variant deep."""
    basic = {
        "b": dbus.Boolean, "s": dbus.String, "o": dbus.ObjectPath, "u": dbus.UInt32, "i": dbus.Int32,
        "t": dbus.UInt64, "x": dbus.Int64, "d": dbus.Double,
    }
    if signature in basic:
        return basic[signature](value, variant_level=1)
    if signature.startswith("("):
        return dbus.Struct(value, signature=signature[1:-1], variant_level=1)
    if signature.startswith("a"):
        return dbus.Array(value, signature=signature[1:], variant_level=1)
    raise ValueError(f"no variant of type {signature}")


class Peer:
    """One private connection that owns `names` and hands every method call to `answer`.

    `answer(message)` returns (signature, arguments) for the reply, None where it replies by itself or never, or
    raises BusError.
    """

    def __init__(self, address, names, answer):
        self.address = address
        self.names = names
        self.answer = answer
        self.connection = None

    def appear(self, replace=False):
        """Connects, under a new unique name, and takes the names, if asked to, from who has them."""
        self.connection = dbus.bus.BusConnection(self.address, mainloop=DBusGMainLoop())
        self.connection.add_message_filter(self._filter)
        flags = dbus.bus.NAME_FLAG_DO_NOT_QUEUE | dbus.bus.NAME_FLAG_ALLOW_REPLACEMENT
        if replace:
            flags |= dbus.bus.NAME_FLAG_REPLACE_EXISTING
        for name in self.names:
            if self.connection.request_name(name, flags) != dbus.bus.REQUEST_NAME_REPLY_PRIMARY_OWNER:
                raise RuntimeError(f"{name} is owned by another")

    def vanish(self):
        """Leaves the bus; its names are lost in the order in which the bus tells."""
        if self.connection is not None:
            self.connection.close()
            self.connection = None

    @property
    def unique_name(self):
        return self.connection.get_unique_name() if self.connection is not None else ""

    def emit(self, path, interface, member, signature="", *arguments):
        message = dbus.lowlevel.SignalMessage(path, interface, member)
        if signature:
            message.append(*arguments, signature=signature)
        self.connection.send_message(message)
        self.connection.flush()

    def properties_changed(self, path, interface, changed, invalidated=()):
        self.emit(path, PROPERTIES, "PropertiesChanged", "sa{sv}as", interface, changed, invalidated)

    def reply(self, call, signature="", *arguments):
        if not call.get_no_reply() and self.connection is not None:
            self._send_reply(dbus.lowlevel.MethodReturnMessage(call), signature, arguments)

    def fail(self, call, name, text):
        if not call.get_no_reply() and self.connection is not None:
            self.connection.send_message(dbus.lowlevel.ErrorMessage(call, name, text))

    def _send_reply(self, message, signature, arguments):
        if signature:
            message.append(*arguments, signature=signature)
        self.connection.send_message(message)

    def _filter(self, connection, message):
        if message.get_type() != dbus.lowlevel.MESSAGE_TYPE_METHOD_CALL:
            return NOT_HANDLED
        try:
            answer = self.answer(message)
        except BusError as error:
            self.fail(message, error.name, str(error))
        else:
            if answer is not None:
                signature, arguments = answer
                self.reply(message, signature, *arguments)
        return HANDLED


def later(milliseconds, work, *arguments):
    """Runs `work` once on the main loop after that time."""

    def once():
        work(*arguments)
        return GLib.SOURCE_REMOVE

    GLib.timeout_add(milliseconds, once)


def unknown_method(message):
    """The error that every service gives for a member that it does not have."""
    text = f"No method {message.get_interface()}.{message.get_member()} at {message.get_path()}"
    return BusError("org.freedesktop.DBus.Error.UnknownMethod", text)
