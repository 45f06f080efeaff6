#!/usr/bin/python3
# SPDX-FileCopyrightText: The Focus Filters authors
# SPDX-License-Identifier: Apache-2.0
"""Fixture: a private session bus with the real dconf-service, activated at the first write.

Arguments: NAME=COMMAND, what else can be activated on the bus.
The dconf profile has the user's database over a site's, so that an administrator can fix a value.
Commands:
  set KEY VALUE      writes (VALUE as GVariant text)
  reset KEY          a key ending in `/` resets the folder
  read KEY           the value in force, null without one
  lock KEY VALUE     the site fixes the value; holds for programs that start from now on
  unlock             the site fixes nothing
"""

import os
import shutil
import sys

from environment import fakes_on_path

fakes_on_path()

import fixture  # noqa: E402


class Settings:
    def __init__(self, environment):
        self.environment = environment
        self.source = os.path.join(environment.folder, "site.d")
        self.database = os.path.join(environment.folder, "site")
        profile = os.path.join(environment.folder, "profile")
        with open(profile, "w") as text:
            text.write(f"user-db:user\nfile-db:{self.database}\n")
        environment.variables["DCONF_PROFILE"] = profile
        self.unlock()

    def set(self, key, value):
        self.environment.run("dconf", "write", key, value)

    def reset(self, key):
        self.environment.run("dconf", "reset", *(["-f"] if key.endswith("/") else []), key)

    def read(self, key):
        return {"value": self.environment.run("dconf", "read", key) or None}

    def lock(self, key, value):
        folder, name = key.lstrip("/").rsplit("/", 1)
        self._compile(f"[{folder}]\n{name}={value}\n", key + "\n")

    def unlock(self):
        self._compile("", "")

    def _compile(self, values, locks):
        shutil.rmtree(self.source, ignore_errors=True)
        os.makedirs(os.path.join(self.source, "locks"))
        for name, text in (("site", values), ("locks/site", locks)):
            with open(os.path.join(self.source, name), "w") as file:
                file.write(text)
        self.environment.run("dconf", "compile", self.database, self.source)

    def commands(self):
        return {
            "set": self.set, "reset": self.reset, "read": self.read, "lock": self.lock, "unlock": self.unlock,
        }


def bring_up(environment, table):
    # What the bus starts gets the profile with its environment.
    table.update(Settings(environment).commands())
    environment.start_session_bus(["ca.desrt.dconf"], [argument.split("=", 1) for argument in sys.argv[1:]])
    return environment.ready()


if __name__ == "__main__":
    sys.exit(fixture.run(bring_up))
