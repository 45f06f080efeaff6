# SPDX-FileCopyrightText: The Focus Filters authors
# SPDX-License-Identifier: Apache-2.0
"""One private environment: a home, runtime and XDG folders, buses, processes, and their take-down."""

import ctypes
import os
import pwd
import select
import shutil
import signal
import subprocess
import sys
import tempfile
import time

from bus import Bus

PR_SET_CHILD_SUBREAPER = 36


class Environment:
    """Everything that one fixture brings up lies here, and ends with it.

    `variables` is the environment of every process in it; a test gives it to the programs that it starts.
    """

    def __init__(self):
        # What a bus activates is no child of ours; as subreaper we inherit it when its parent ends.
        ctypes.CDLL(None).prctl(PR_SET_CHILD_SUBREAPER, 1, 0, 0, 0)
        self.folder = tempfile.mkdtemp(prefix="focus-", dir="/tmp")  # short: it holds socket paths
        self.home = self._make("home")
        self.runtime = self._make("run")
        self.session = None
        self.system = None
        self.processes = []
        # Made from nothing: no variable may lead a program out, to the desktop of whoever runs the tests.
        self.variables = dict(
            USER=pwd.getpwuid(os.getuid()).pw_name,
            HOME=self.home,
            XDG_CONFIG_HOME=self._make("config"),
            XDG_CACHE_HOME=self._make("cache"),
            XDG_DATA_HOME=self._make("data"),
            XDG_STATE_HOME=self._make("state"),
            XDG_RUNTIME_DIR=self.runtime,
            LC_ALL="C.UTF-8",
            PATH="/usr/sbin:/usr/bin:/sbin:/bin",
            NO_AT_BRIDGE="1",
            GTK_A11Y="none",
            GIO_USE_VFS="local",
            LIBGL_ALWAYS_SOFTWARE="1",
        )

    def _make(self, name):
        path = os.path.join(self.folder, name)
        os.mkdir(path, 0o700)
        return path

    def start(self, *command, log, variables=None, descriptor=None):
        """Starts a process that dies with us; its output goes to `log` in the folder. `descriptor` becomes its own."""
        with open(os.path.join(self.folder, log + ".log"), "ab") as output:
            process = subprocess.Popen(
                ["setpriv", "--pdeathsig", "KILL", *command],
                stdin=subprocess.DEVNULL, stdout=output, stderr=output,
                env={**self.variables, **(variables or {})}, cwd=self.home,
                pass_fds=() if descriptor is None else (descriptor,),
            )
        if descriptor is not None:
            os.close(descriptor)
        self.processes.append(process)
        return process

    def run(self, *command, seconds=25, text=None):
        """What a short command prints; raises with its own words if it fails."""
        done = subprocess.run(
            command, env=self.variables, cwd=self.home, input=text, capture_output=True, text=True, timeout=seconds)
        if done.returncode != 0:
            raise RuntimeError(f"{' '.join(command)}: {done.stderr.strip() or done.returncode}")
        return done.stdout.strip()

    def start_session_bus(self, services=(), commands=()):
        """A session bus on which only `services` (names of installed service files) can be activated, and `commands`
        (pairs of a name and what starts it)."""
        folder = self._make("services")
        for name in services:
            shutil.copy(f"/usr/share/dbus-1/services/{name}.service", folder)
        for name, command in commands:
            with open(os.path.join(folder, f"{name}.service"), "w") as file:
                file.write(f"[D-BUS Service]\nName={name}\nExec={command}\n")
        self.session = Bus(self, "session", folder)
        self.variables["DBUS_SESSION_BUS_ADDRESS"] = self.session.address
        return self.session

    def start_system_bus(self):
        """A private bus in the system bus's place; nothing can be activated on it."""
        self.system = Bus(self, "system", None)
        self.variables["DBUS_SYSTEM_BUS_ADDRESS"] = self.system.address
        return self.system

    def log_tail(self, log, lines=20):
        with open(os.path.join(self.folder, log + ".log"), errors="replace") as text:
            return "".join(text.readlines()[-lines:])

    def ready(self, **more):
        """The ready line."""
        return {
            "session": self.session.address if self.session else None,
            "system": self.system.address if self.system else None,
            "home": self.home,
            "runtime": self.runtime,
            "environment": self.variables,
            **more,
        }

    def take_down(self):
        """Ends every process that came from here, by pid, then removes the folder."""
        for number, seconds in ((signal.SIGTERM, 2), (signal.SIGKILL, 5)):
            self._end_descendants(number, seconds)
        shutil.rmtree(self.folder, ignore_errors=True)

    def _end_descendants(self, number, seconds):
        limit = time.monotonic() + seconds
        told = set()
        while pids := descendants(os.getpid()):
            for pid in pids - told:
                end(pid, number)
            told |= pids
            reap()
            if time.monotonic() > limit:
                return
            wait_for_any_end(pids, limit)


def end(pid, number):
    try:
        os.kill(pid, number)
    except ProcessLookupError:
        pass


def reap():
    """Collects every child that has ended."""
    try:
        while os.waitid(os.P_ALL, 0, os.WEXITED | os.WNOHANG) is not None:
            pass
    except ChildProcessError:
        pass


def descendants(pid):
    """The ids of all processes below `pid`."""
    found = set()
    try:
        for thread in os.listdir(f"/proc/{pid}/task"):
            with open(f"/proc/{pid}/task/{thread}/children") as children:
                for child in map(int, children.read().split()):
                    found |= {child} | descendants(child)
    except (FileNotFoundError, ProcessLookupError):
        pass
    return found


def wait_for_any_end(pids, limit):
    """Returns when one of the processes has ended, or at `limit` (monotonic seconds)."""
    poll = select.poll()
    handles = []
    try:
        for pid in pids:
            try:
                handles.append(os.pidfd_open(pid))
            except ProcessLookupError:
                return
            poll.register(handles[-1], select.POLLIN)
        poll.poll(max(0, (limit - time.monotonic()) * 1000))
    finally:
        for handle in handles:
            os.close(handle)


def end_group_of(process, seconds=25):
    """Ends a child of ours and everything below it."""
    for pid in descendants(process.pid) | {process.pid}:
        end(pid, signal.SIGKILL)
    process.wait(seconds)


def fakes_on_path():
    """Lets fixtures import what the fakes share."""
    here = os.path.dirname(os.path.abspath(__file__))
    sys.path.insert(0, os.path.join(here, "..", "..", "Fakes"))
