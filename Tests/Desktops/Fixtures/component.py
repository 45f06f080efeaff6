#!/usr/bin/python3
# SPDX-FileCopyrightText: The Focus Filters authors
# SPDX-License-Identifier: Apache-2.0
"""Fixture: a private session bus with one real component of a small desktop.

Arguments: NAME [--later]; the names are those of `components.COMPONENTS`. With `--later`, it does not run until
`start`.
Commands:
  switch BOOL            moves Do Not Disturb, or brings the saver up, by the desktop's own means
  start, stop, restart   the component
  shows BOOL             a notification server: returns when notifications are to be seen, or not
  xfce: toggle, reset, restart-settings; budgie: pause BOOL; feedbackd: profile NAME; mate-screensaver: lock
"""

import sys

from environment import Environment, fakes_on_path

fakes_on_path()

import commands  # noqa: E402
from display import Display  # noqa: E402
from components import COMPONENTS  # noqa: E402


def main():
    environment = Environment()
    table = {}

    def start():
        kind = COMPONENTS[sys.argv[1]]
        environment.start_session_bus(kind.services)
        environment.variables.update(XDG_CURRENT_DESKTOP=kind.desktop)
        component = kind(environment, Display(environment) if kind.needs_display else None)
        table.update(component.commands())
        started = {} if "--later" in sys.argv else component.start()
        return environment.ready(**started)

    try:
        return commands.serve(start, table, blocking=True)
    finally:
        environment.take_down()


if __name__ == "__main__":
    sys.exit(main())
