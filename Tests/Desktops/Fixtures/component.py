#!/usr/bin/python3
# SPDX-FileCopyrightText: The Focus Filters authors
# SPDX-License-Identifier: Apache-2.0
"""Fixture: a private session bus with one real component of a small desktop.

Arguments: NAME [OTHER] [--later] [BUSNAME=COMMAND], what else can be activated on the bus; the names are those of `components.COMPONENTS` and `notification_servers.SERVERS`.
With `--later`, the first one does not run until `start`; the other one never does by itself.
Commands:
  switch BOOL            moves Do Not Disturb, or brings the saver up, by the desktop's own means
  start, stop, restart   the component
  hand BOOL              has notifications held back, or not, as the user does, whoever holds them back now
  state                  `on`: whether they are, as the desktop's own means say
  shows BOOL [APP [URGENCY]]  a notification server: returns when notifications are to be seen, or not
  install APP            a desktop file of that id
  other COMMAND          any of these, for the other component
  xfce: toggle, reset, restart-settings; budgie: pause BOOL; feedbackd: profile NAME; mate-screensaver: lock
  dunst: signal BOOL; mako: set-modes BOOL, modes; xfce: mute APP…, muted; plasma: inhibit BOOL, until [SECONDS]
"""

import sys

from environment import fakes_on_path

fakes_on_path()

import fixture  # noqa: E402
from display import Display  # noqa: E402
from components import COMPONENTS  # noqa: E402
from notification_servers import SERVERS  # noqa: E402


def bring_up(environment, table):
    names = [word for word in sys.argv[1:] if word != "--later" and "=" not in word]
    kinds = [{**COMPONENTS, **SERVERS}[name] for name in names]
    environment.start_session_bus(
        {service for kind in kinds for service in kind.services},
        [word.split("=", 1) for word in sys.argv[1:] if "=" in word])
    environment.variables.update(XDG_CURRENT_DESKTOP=kinds[0].desktop)
    display = Display(environment) if any(kind.needs_display for kind in kinds) else None
    component, *others = [kind(environment, display) for kind in kinds]
    table.update(component.commands())
    for other in others:
        table["other"] = lambda command, *words: other.commands()[command](*words)
    started = {} if "--later" in sys.argv else component.start()
    return environment.ready(**started)


if __name__ == "__main__":
    sys.exit(fixture.run(bring_up))
