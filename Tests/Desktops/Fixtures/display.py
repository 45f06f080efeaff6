# SPDX-FileCopyrightText: The Focus Filters authors
# SPDX-License-Identifier: Apache-2.0
"""An X server without a screen."""

import os


class Display:
    """Xvfb; its number is in the environment's variables once this returns."""

    def __init__(self, environment):
        read_end, write_end = os.pipe()
        environment.start(
            "Xvfb", "-displayfd", str(write_end), "-screen", "0", "1280x720x24", "-nolisten", "tcp",
            log="xvfb", descriptor=write_end)
        with os.fdopen(read_end) as number:
            text = number.readline().strip()
        if not text:
            raise RuntimeError("Xvfb did not come up: " + environment.log_tail("xvfb"))
        environment.variables.update(DISPLAY=":" + text, GDK_BACKEND="x11", QT_QPA_PLATFORM="xcb")
