#!/usr/bin/python3
# SPDX-FileCopyrightText: The Focus Filters authors
# SPDX-License-Identifier: Apache-2.0
"""Fixture: the real systemd-logind on a private system bus, with session c1 of ours on seat0.

Commands (SESSION is c1 unless given):
  create [TYPE] [CLASS] [SEAT|none]   activate SESSION   remove SESSION   state [SESSION]
  lock, unlock [SESSION]                  sets LockedHint, as a locker does
  request-lock, request-unlock [SESSION]  what loginctl asks for
  idle on|off [SESSION]                   sets IdleHint
  suspend, wake                           the machine sleeps from the reply to `suspend` until `wake`
  inhibit [WHAT] [MODE], release [WHAT]   an inhibitor lock, of idle by default
  restart                                 kills logind and starts it again
  stop, start                             the same in two steps
With `--session-bus`, there is a private session bus as well, with dconf on it.
"""

import sys

import private_mounts
from environment import fakes_on_path

private_mounts.enter()
fakes_on_path()

import fixture  # noqa: E402
from login_manager import LoginManager  # noqa: E402


def bring_up(environment, table):
    if "--session-bus" in sys.argv:
        environment.start_session_bus(["ca.desrt.dconf"])
    login = LoginManager(environment)
    table.update(login.commands())
    return environment.ready(**login.create())


if __name__ == "__main__":
    sys.exit(fixture.run(bring_up))
