#!/usr/bin/python3
# SPDX-FileCopyrightText: The Focus Filters authors
# SPDX-License-Identifier: Apache-2.0
"""Fixture: the real PipeWire and WirePlumber, with streams of GStreamer and pw-record.

Commands:
  offer NAME CLASS [ROLE]   a video stream of that media class and role
  view NAME, look-away      someone takes that stream; leaves it
  record, stop-recording    a program records the microphone; leaves it
  stop, start               ends PipeWire; starts it again
"""

import os
import subprocess
import sys
import time

from environment import end_group_of, fakes_on_path

fakes_on_path()

import fixture  # noqa: E402
from commands import CommandError  # noqa: E402

SECONDS = 30


class Media:
    def __init__(self, environment):
        self.environment = environment
        self.offers = {}
        self.viewer = None
        self.recorder = None
        self.start()

    def start(self):
        self.server = self.environment.start("pipewire", log="pipewire")
        self._wait("PipeWire", lambda: "core" in self._run("pw-cli", "info", "0").lower())
        self.manager = self.environment.start("wireplumber", log="wireplumber")
        self._run("pw-cli", "create-node", "adapter", "{ factory.name=support.null-audio-sink node.name=mic "
                  "media.class=Audio/Source/Virtual object.linger=1 audio.position=FL }")
        self._wait("the microphone", lambda: "mic:capture_FL" in self._run("pw-link", "-o"))

    def stop(self):
        for process in (self.manager, self.server):
            end_group_of(process)

    def offer(self, name, kind, role="Screen"):
        self.offers[name] = self.environment.start(
            "gst-launch-1.0", "-q", "videotestsrc", "is-live=true", "!", "video/x-raw,width=64,height=48,framerate=5/1",
            "!", "pipewiresink", "mode=provide",
            f"stream-properties=props,media.class={kind},media.role={role},node.name={name}", log=name)
        self._wait(name, lambda: f"{name}:out_0" in self._run("pw-link", "-o"))

    def view(self, name):
        self.viewer = self.environment.start(
            "gst-launch-1.0", "-q", "pipewiresrc", f"target-object={name}", "stream-properties=props,node.name=viewer",
            "!", "video/x-raw", "!", "fakesink", log="viewer")
        self._wait("the viewer", lambda: self._is_linked(name))

    def look_away(self):
        end_group_of(self.viewer)

    def record(self):
        self.recorder = self.environment.start(
            "pw-record", "--target", "mic", os.path.join(self.environment.folder, "record.wav"), log="pw-record")
        self._wait("the recorder", lambda: self._is_linked("mic"))

    def stop_recording(self):
        end_group_of(self.recorder)

    def _is_linked(self, name):
        lines = self._run("pw-link", "-l").splitlines()
        return any(line.startswith(name + ":") and "|->" in after for line, after in zip(lines, lines[1:]))

    def _run(self, *command):
        return subprocess.run(
            command, env=self.environment.variables, capture_output=True, text=True, timeout=SECONDS).stdout

    def _wait(self, what, condition):
        """PipeWire's tools tell states, not changes; so look again soon."""
        limit = time.monotonic() + SECONDS
        while not condition():
            if time.monotonic() > limit:
                raise CommandError(f"{what}: nothing after {SECONDS} s")
            time.sleep(0.05)

    def commands(self):
        return {
            "offer": self.offer, "view": self.view, "look-away": self.look_away, "record": self.record,
            "stop-recording": self.stop_recording, "stop": self.stop, "start": self.start,
        }


if __name__ == "__main__":
    sys.exit(fixture.run_on_both_buses(Media))
