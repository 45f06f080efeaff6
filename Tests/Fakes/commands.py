# SPDX-FileCopyrightText: The Focus Filters authors
# SPDX-License-Identifier: Apache-2.0
"""How a test drives a fake or a fixture: one line of JSON when ready, then one JSON reply for each line on stdin.

A line is a command and its words, split as a shell splits them. A reply starts with its number, `reply` (the ready
line has 0), and holds what the command returned, or `error`. End of file and SIGTERM mean the same: take everything
down and leave.
"""

import itertools
import json
import os
import shlex
import signal
import threading

from gi.repository import GLib


class CommandError(Exception):
    """What the test asked for cannot be done; the text goes into the reply's `error`."""


def switch(word):
    """The truth value that a command's word names."""
    if word in ("on", "true", "yes"):
        return True
    if word in ("off", "false", "no"):
        return False
    raise CommandError(f"'{word}' is neither on nor off")


REPLIES = itertools.count()


def say(reply):
    """One line of JSON, written at once so that no buffer is left between us and the test."""
    os.write(1, (json.dumps({"reply": next(REPLIES), **reply}) + "\n").encode())


def obey(line, commands):
    """The reply to one line."""
    try:
        name, *words = shlex.split(line)
        if name not in commands:
            raise CommandError(f"unknown command '{name}'; there are: {', '.join(sorted(commands))}")
        return commands[name](*words) or {}
    except Exception as error:  # whatever went wrong, the test must read it as the answer
        return {"error": f"{type(error).__name__}: {error}"}


def serve(start, commands, blocking=False):
    """Runs the GLib main loop until end of file or SIGTERM.

    `start` returns what the ready line says. With `blocking`, it and the commands run on a thread of their own, so
    that they may wait for what the main loop serves; otherwise everything runs on the main loop, in order.
    """
    loop = GLib.MainLoop()
    failures = []
    for number in (signal.SIGTERM, signal.SIGINT):
        GLib.unix_signal_add(GLib.PRIORITY_HIGH, number, loop.quit)

    def begin():
        try:
            say(start())
        except Exception as error:  # whatever it is, the test must read why nothing came up
            failures.append(error)
            say({"error": f"{type(error).__name__}: {error}"})
            loop.quit()
        return GLib.SOURCE_REMOVE

    def in_loop(work, *arguments):
        """Runs `work` on the main loop and waits until it is done."""
        done = threading.Event()

        def once():
            try:
                work(*arguments)
            finally:
                done.set()
            return GLib.SOURCE_REMOVE

        GLib.idle_add(once, priority=GLib.PRIORITY_DEFAULT)
        done.wait()

    def read():
        run = (lambda work, *arguments: work(*arguments)) if blocking else in_loop
        run(begin)
        if not failures:
            with os.fdopen(0, closefd=False) as lines:
                for line in lines:
                    if line.strip():
                        run(lambda text: say(obey(text, commands)), line)
        GLib.idle_add(loop.quit)
        # Children started here die with this thread (PR_SET_PDEATHSIG), so it outlives the orderly take-down.
        threading.Event().wait()

    threading.Thread(target=read, daemon=True).start()
    loop.run()
    return 1 if failures else 0
