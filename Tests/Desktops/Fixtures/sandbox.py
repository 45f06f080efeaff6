#!/usr/bin/python3
# SPDX-FileCopyrightText: The Focus Filters authors
# SPDX-License-Identifier: Apache-2.0
"""Fixture: the door of a sandbox, that is a real xdg-dbus-proxy before the bus of DBUS_SESSION_BUS_ADDRESS.

Arguments: [--flatpak APP_ID] and what the proxy takes, such as `--filter --talk=org.example.Service`. With `--flatpak`,
the proxy runs as Flatpak runs it: in a root of its own, with a /.flatpak-info that names the app.

The ready line's `address` is the bus as the sandbox sees it. No commands.
"""

import os
import sys

from environment import Environment, fakes_on_path

fakes_on_path()

import commands  # noqa: E402

INFORMATION = """[Application]
name={app}
runtime=runtime/org.example.Platform/x86_64/1

[Instance]
instance-id=1
session-bus-proxy=true
"""


def flatpak_root(environment, app):
    """The start of the command that gives the proxy its root."""
    information = os.path.join(environment.folder, "flatpak-info")
    with open(information, "w") as text:
        text.write(INFORMATION.format(app=app))
    links = [word for name in ("lib", "lib64", "bin") for word in ("--symlink", f"usr/{name}", f"/{name}")]
    return [
        "bwrap", "--die-with-parent", "--ro-bind", "/usr", "/usr", *links, "--ro-bind", "/etc", "/etc",
        "--bind", "/tmp", "/tmp", "--bind-try", "/run", "/run", "--ro-bind", information, "/.flatpak-info", "--",
    ]


def main():
    environment = Environment()
    arguments = sys.argv[1:]
    root = []
    if arguments[:1] == ["--flatpak"]:
        root = flatpak_root(environment, arguments[1])
        arguments = arguments[2:]

    def start():
        socket = os.path.join(environment.runtime, "proxy")
        reading, writing = os.pipe()
        environment.start(
            *root, "xdg-dbus-proxy", f"--fd={writing}", os.environ["DBUS_SESSION_BUS_ADDRESS"], socket, *arguments,
            log="proxy", descriptor=writing)
        if not os.read(reading, 1):
            raise RuntimeError("the proxy did not start: " + environment.log_tail("proxy"))
        # `reading` stays open: the proxy leaves when it is closed.
        return {"address": f"unix:path={socket}"}

    try:
        return commands.serve(start, {}, blocking=True)
    finally:
        environment.take_down()


if __name__ == "__main__":
    sys.exit(main())
