# SPDX-FileCopyrightText: The Focus Filters authors
# SPDX-License-Identifier: Apache-2.0
"""An X server without a screen."""

import ctypes
import os


class Attributes(ctypes.Structure):
    """XWindowAttributes of Xlib."""

    _fields_ = (
        [(name, ctypes.c_int) for name in ("x", "y", "width", "height", "border_width", "depth")]
        + [("visual", ctypes.c_void_p), ("root", ctypes.c_ulong)]
        + [(name, ctypes.c_int) for name in ("c_class", "bit_gravity", "win_gravity", "backing_store")]
        + [(name, ctypes.c_ulong) for name in ("backing_planes", "backing_pixel")]
        + [("save_under", ctypes.c_int), ("colormap", ctypes.c_ulong)]
        + [(name, ctypes.c_int) for name in ("map_installed", "map_state")]
        + [(name, ctypes.c_long) for name in ("all_event_masks", "your_event_mask", "do_not_propagate_mask")]
        + [("override_redirect", ctypes.c_int), ("screen", ctypes.c_void_p)]
    )


IS_VIEWABLE = 2


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
        self.name = ":" + text

    def windows(self):
        """How many windows are to be seen; those of one pixel, by which programs talk to each other, do not count."""
        xlib = ctypes.CDLL("libX11.so.6")
        xlib.XOpenDisplay.restype = ctypes.c_void_p
        xlib.XDefaultRootWindow.restype = ctypes.c_ulong
        display = ctypes.c_void_p(xlib.XOpenDisplay(self.name.encode()))
        root, parent, children, count = ctypes.c_ulong(), ctypes.c_ulong(), ctypes.c_void_p(), ctypes.c_uint()
        # A window that goes meanwhile is no reason to end the program, which is what Xlib does by itself.
        ignore = ctypes.CFUNCTYPE(ctypes.c_int, ctypes.c_void_p, ctypes.c_void_p)(lambda *_: 0)
        xlib.XSetErrorHandler(ignore)
        try:
            xlib.XQueryTree(
                display, ctypes.c_ulong(xlib.XDefaultRootWindow(display)), ctypes.byref(root), ctypes.byref(parent),
                ctypes.byref(children), ctypes.byref(count))
            seen = 0
            for window in (ctypes.c_ulong * count.value).from_address(children.value) if count.value else []:
                attributes = Attributes()
                if xlib.XGetWindowAttributes(display, ctypes.c_ulong(window), ctypes.byref(attributes)):
                    seen += attributes.map_state == IS_VIEWABLE and attributes.width > 1
            return seen
        finally:
            if count.value:
                xlib.XFree(children)
            xlib.XCloseDisplay(display)
