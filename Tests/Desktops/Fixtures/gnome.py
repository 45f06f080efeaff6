#!/usr/bin/python3
# SPDX-FileCopyrightText: The Focus Filters authors
# SPDX-License-Identifier: Apache-2.0
"""Fixture: a real headless GNOME Shell on a private session bus, over the real systemd-logind.

Commands:
  dnd on|off, dnd-state          the Shell's own Do Not Disturb switch, and the key behind it
  lock, unlock                   by org.gnome.ScreenSaver; the reply comes when all agree
  session-lock, session-unlock   by logind's request, as loginctl does
  blank, locked-state            the saver without a lock; who says what
  install ID                     an app of that id, to be known to a Shell that starts later
  notify ID URGENCY              the app notifies; whether the Shell shows a banner for it, or has it wait for one
  shows ID on|off                waits until the app's notifications may show banners, or may not
  hand on|off, state, restart    as in the component fixture
  stop-shell, start-shell        ends the Shell; starts it again
  and those of the logind fixture, its hint-setting `lock` and `unlock` as `hint-lock` and `hint-unlock`
Arguments: NAME=COMMAND, what else can be activated on the bus. With `--later`, everything is there but the Shell, until `start-shell`.
"""

import sys

import private_mounts
from environment import fakes_on_path

private_mounts.enter()
fakes_on_path()

import fixture  # noqa: E402
from login_manager import LoginManager  # noqa: E402
from shell import Shell  # noqa: E402
from stand_ins import DisplayManager  # noqa: E402

# What may be activated on the session bus. More would start what a plain desktop starts, and no test looks at.
SERVICES = ["ca.desrt.dconf", "org.gnome.ScreenSaver", "org.gnome.Shell.Notifications"]


def bring_up(environment, table):
    login = LoginManager(environment)
    display_manager = DisplayManager(environment.system.address)
    session = login.create()
    environment.variables.update(
        XDG_SESSION_ID=session["loginSession"], XDG_SESSION_TYPE="wayland", XDG_CURRENT_DESKTOP="GNOME")
    commands = [argument.split("=", 1) for argument in sys.argv[1:] if "=" in argument]
    environment.start_session_bus(SERVICES, commands)
    shell = Shell(environment, login)
    of_login = login.commands()
    of_login["hint-lock"] = of_login.pop("lock")
    of_login["hint-unlock"] = of_login.pop("unlock")
    table.update(of_login)
    table.update(shell.commands())
    started = {} if "--later" in sys.argv else shell.start()
    return environment.ready(**session, **started, displayManager=display_manager.peer.unique_name)


if __name__ == "__main__":
    sys.exit(fixture.run(bring_up))
