# SPDX-FileCopyrightText: The Focus Filters authors
# SPDX-License-Identifier: Apache-2.0
"""A mount namespace in which systemd-logind can run without touching the machine."""

import os
import subprocess
import sys

MARK = "FOCUS_FIXTURE_PRIVATE_MOUNTS"


def enter():
    """Runs this very program again in a private mount namespace; returns when we are in it.

    An ordinary user gets a user namespace too, as root in it, since logind insists on folders of root's. To a bus,
    a process in it and one outside are different users, so an ordinary user runs the tests as a whole in one
    (`unshare --user --map-root-user`).
    """
    if os.environ.pop(MARK, None):
        return
    namespaces = ["--mount", "--propagation", "private"]
    if os.geteuid() != 0:
        namespaces += ["--user", "--map-root-user"]
    os.environ[MARK] = "1"
    os.execvp("unshare", ["unshare", *namespaces, *sys.orig_argv])


def mount(*arguments):
    subprocess.run(["mount", *arguments], check=True, stdin=subprocess.DEVNULL, capture_output=True)


def hide_machine(folder):
    """Own /run, own /dev without virtual terminals, a /sys/power that says the machine can sleep.

    With /dev/tty0 in sight, logind would bind sessions to terminals, and activating one would switch the machine's
    console. Without them, activation only changes logind's state. `folder` is used for a moment.
    """
    # Not 1777: in a sticky folder, a user namespace may not open the device nodes that logind puts there.
    mount("-t", "tmpfs", "-o", "mode=0755", "focus-run", "/run")
    for name in ("seats", "sessions", "users", "inhibit", "shutdown", "system", "machines", "logind.conf.d"):
        os.makedirs(f"/run/systemd/{name}", 0o755)
    with open("/run/systemd/logind.conf.d/focus.conf", "w") as settings:
        # RemoveIPC= would delete the shared memory of whoever runs the tests when the last session goes.
        settings.write("[Login]\nNAutoVTs=0\nReserveVT=0\nRemoveIPC=no\nKillUserProcesses=no\nIdleAction=ignore\n")
    _hide_terminals(os.path.join(folder, "dev"))
    if os.path.isdir("/sys/power"):
        mount("-t", "tmpfs", "-o", "mode=0755", "focus-power", "/sys/power")
        for name, text in (("state", "freeze mem disk"), ("mem_sleep", "s2idle [deep]"), ("disk", "[platform]")):
            with open(f"/sys/power/{name}", "w") as file:
                file.write(text + "\n")


def _hide_terminals(folder):
    os.mkdir(folder)
    mount("-t", "tmpfs", "-o", "mode=0755", "focus-dev", folder)
    for name in ("null", "zero", "full", "random", "urandom", "tty"):
        with open(f"{folder}/{name}", "w"):
            mount("--bind", f"/dev/{name}", f"{folder}/{name}")
    os.mkdir(f"{folder}/pts")
    mount("--bind", "/dev/pts", f"{folder}/pts")
    os.mkdir(f"{folder}/shm")
    os.chmod(f"{folder}/shm", 0o1777)
    os.symlink("pts/ptmx", f"{folder}/ptmx")
    os.symlink("/proc/self/fd", f"{folder}/fd")
    for number, name in enumerate(("stdin", "stdout", "stderr")):
        os.symlink(f"/proc/self/fd/{number}", f"{folder}/{name}")
    # Moved, not bound: nothing real may stay mounted below the folder, which the take-down removes.
    mount("--move", folder, "/dev")
    os.rmdir(folder)
