# SPDX-FileCopyrightText: The Focus Filters authors
# SPDX-License-Identifier: Apache-2.0
"""The life of every fixture: an environment, what is brought up in it, the test's commands, and the take-down."""

from environment import Environment, fakes_on_path

fakes_on_path()

import commands  # noqa: E402


def run(bring_up):
    """Runs a fixture to its end and gives its exit status.

    `bring_up(environment, table)` puts the test's commands into `table` and returns what the ready line says.
    """
    environment = Environment()
    table = {}
    try:
        return commands.serve(lambda: bring_up(environment, table), table, blocking=True)
    finally:
        environment.take_down()


def run_on_both_buses(make):
    """The same for one thing on a session and a system bus: `make(environment)` has the commands."""

    def bring_up(environment, table):
        environment.start_system_bus()
        environment.start_session_bus()
        table.update(make(environment).commands())
        return environment.ready()

    return run(bring_up)
