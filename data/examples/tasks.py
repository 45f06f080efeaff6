#!/usr/bin/python3
# SPDX-FileCopyrightText: The Focus Filters authors
# SPDX-License-Identifier: Apache-2.0
"""A task list that shows only what matters in the present focus mode.

This is how an app offers a focus filter, in any language: it needs a D-Bus library and nothing of ours. Read it from
top to bottom; the five duties of an app are marked (1) to (5).

    (1) own a bus name, which is the app's id
    (2) serve org.focusfilters.Handler1 at a path of your choice
    (3) register the filters with org.focusfilters.Focus1, again each time the agent appears, and say which values
        you performed last, so that you are never told twice
    (4) perform: make the values true in the app, then reply; the reply is the acknowledgement
    (5) be honest: say that something is hidden, why, and let the person see it all the same

Needs Debian's python3-gi. Try it: ./tasks.py, and in another terminal `focusctl on work`.
"""

import argparse
import json
import os
import signal
import sys
import termios
import time
import tty

from gi.repository import Gio, GLib

APP_ID = "org.example.Tasks"
HANDLER_PATH = "/org/example/Tasks/FocusFilters"
FILTER = "UpNext"

AGENT_NAME = "org.focusfilters.Focus1"
AGENT_PATH = "/org/focusfilters/Focus1"
AGENT_INTERFACE = "org.focusfilters.Focus1"
ERROR_PREFIX = "org.focusfilters.Error."

HANDLER_INTERFACE = """
<node>
  <interface name="org.focusfilters.Handler1">
    <method name="Perform">
      <arg name="filter" type="s" direction="in"/>
      <arg name="values" type="a{sv}" direction="in"/>
      <arg name="transition" type="a{sv}" direction="in"/>
    </method>
    <method name="Options">
      <arg name="filter" type="s" direction="in"/>
      <arg name="parameter" type="s" direction="in"/>
      <arg name="query" type="a{sv}" direction="in"/>
      <arg name="sections" type="aa{sv}" direction="out"/>
    </method>
    <method name="Resolve">
      <arg name="filter" type="s" direction="in"/>
      <arg name="parameter" type="s" direction="in"/>
      <arg name="ids" type="av" direction="in"/>
      <arg name="options" type="a{sv}" direction="in"/>
      <arg name="items" type="aa{sv}" direction="out"/>
    </method>
    <method name="Describe">
      <arg name="filter" type="s" direction="in"/>
      <arg name="values" type="a{sv}" direction="in"/>
      <arg name="options" type="a{sv}" direction="in"/>
      <arg name="description" type="a{sv}" direction="out"/>
    </method>
    <method name="Suggest">
      <arg name="filter" type="s" direction="in"/>
      <arg name="context" type="a{sv}" direction="in"/>
      <arg name="suggestions" type="aa{sv}" direction="out"/>
    </method>
    <property name="Version" type="u" access="read"/>
  </interface>
</node>
"""

# ---------------------------------------------------------------------------------------------------------------------
# The app itself: categories, tasks, and how a list is drawn. Nothing here knows of D-Bus.

WORK = "7d0a2c5e-3b1f-4e0e-9f65-0e5d7c5d9a10"
HOME = "2f6c1b54-88d3-4c1c-a9a7-4f9d1de0b0a2"
GARDEN = "c41e9d07-5a6b-4d52-8f0e-6b1f1f6f7d33"

# An entity's id never changes, its title may: configurations store the id.
CATEGORIES = {
    WORK: {"title": "Work", "icon": "briefcase-symbolic", "section": "Paid", "synonyms": ["Office", "Job"]},
    HOME: {"title": "Home", "icon": "user-home-symbolic", "section": "Private", "synonyms": ["House", "Family"]},
    GARDEN: {"title": "Garden", "icon": "weather-clear-symbolic", "section": "Private", "synonyms": ["Plants"]},
}

TASKS = [
    {"title": "Water the tomatoes", "category": GARDEN, "due": "2026-12-01", "urgent": True},
    {"title": "Send the invoice", "category": WORK, "due": "2026-12-01", "urgent": True},
    {"title": "Call the plumber", "category": HOME, "due": "2026-12-02", "urgent": True},
    {"title": "Review the draft", "category": WORK, "due": "2026-12-03", "urgent": False},
    {"title": "Buy light bulbs", "category": HOME, "due": "2026-12-04", "urgent": False},
    {"title": "Plan the quarter", "category": WORK, "due": "2026-12-09", "urgent": False},
    {"title": "Order seeds", "category": GARDEN, "due": "2027-01-15", "urgent": False},
]

ORDERS = {"due": "By due date", "category": "By category", "title": "By title"}

# What the app shows when no mode says otherwise. The filter's description below declares the same defaults.
DEFAULTS = {"taskCategory": None, "urgentOnly": False, "order": "due"}


def visible_tasks(values):
    """The tasks that the values let through, in the order that they ask for."""
    category = values["taskCategory"]
    shown = [
        task
        for task in TASKS
        if (category is None or task["category"] == category) and (task["urgent"] or not values["urgentOnly"])
    ]
    keys = {
        "due": lambda task: task["due"],
        "category": lambda task: (CATEGORIES[task["category"]]["title"], task["due"]),
        "title": lambda task: task["title"].casefold(),
    }
    # An order that a later version of the app dropped may still be configured somewhere.
    return sorted(shown, key=keys.get(values["order"], keys["due"]))


def table(tasks):
    """The tasks as lines of text."""
    if not tasks:
        return ["  (nothing to do)"]
    width = max(len(task["title"]) for task in tasks)
    return [
        f"  {'!' if task['urgent'] else ' '} {task['title']:<{width}}  {task['due']}  "
        f"{CATEGORIES[task['category']]['title']}"
        for task in tasks
    ]


# ---------------------------------------------------------------------------------------------------------------------
# The filter's description: what a person can choose. A descriptor file (org.example.Tasks.filters) says the same for
# the time when the app is not running; what the running app registers counts.


def dictionary(**entries):
    """An a{sv}: wire keys are written with '-', Python's with '_'."""
    return {key.replace("_", "-"): value for key, value in entries.items()}


def text(value):
    return GLib.Variant("s", value)


def themed_icon(name):
    return Gio.ThemedIcon.new(name).serialize()


def case(value, title):
    return dictionary(value=text(value), title=text(title))


def filter_description():
    category = dictionary(
        id=text("taskCategory"),
        type=text("entity"),
        title=text("Category"),
        description=text("Show the tasks of this category only"),
        optional=GLib.Variant("b", True),  # not chosen: the key is absent in Perform, and all categories are shown
        options=text("dynamic"),  # the agent asks `Options` when a person chooses
        entity_name=text("Category"),
    )
    urgent_only = dictionary(
        id=text("urgentOnly"),
        type=text("bool"),
        title=text("Only urgent tasks"),
        default=GLib.Variant("b", DEFAULTS["urgentOnly"]),
    )
    order = dictionary(
        id=text("order"),
        type=text("enum"),
        title=text("Order"),
        default=text(DEFAULTS["order"]),
        options=text("static"),
        cases=GLib.Variant("aa{sv}", [case(value, title) for value, title in ORDERS.items()]),
    )
    return dictionary(
        id=text(FILTER),
        title=text("Up Next"),
        description=text("Shows only the tasks that matter now"),
        icon=themed_icon("view-list-symbolic"),
        parameters=GLib.Variant("aa{sv}", [category, urgent_only, order]),
    )


def category_item(identifier):
    category = CATEGORIES[identifier]
    return dictionary(
        value=text(identifier),
        title=text(category["title"]),
        icon=themed_icon(category["icon"]),
        synonyms=GLib.Variant("as", category["synonyms"]),
    )


# ---------------------------------------------------------------------------------------------------------------------


class HandlerError(Exception):
    """A named D-Bus error for the caller."""

    def __init__(self, name, message):
        super().__init__(message)
        self.name = name


class TasksApp:
    """Joins the list with the bus."""

    def __init__(self, loop, log=None, draw=True):
        self.loop = loop
        self.log = log
        self.draw = draw
        self.values = dict(DEFAULTS)
        self.transition = {}  # the last one; empty until the first Perform
        self.suspended = False
        self.agent = None  # the unique bus name of the agent, while there is one
        self.agent_seen = False
        self.owns_name = False
        self.performed = {}  # filter → token: what this process performed last
        self.keys = False
        self.exit_code = 0
        self.connection = Gio.bus_get_sync(Gio.BusType.SESSION)
        self.connection.set_exit_on_close(False)
        self.connection.connect("closed", self.bus_closed)

    def start(self):
        # (2) The handler is exported before anybody can know of it.
        interface = Gio.DBusNodeInfo.new_for_xml(HANDLER_INTERFACE).interfaces[0]
        self.connection.register_object(HANDLER_PATH, interface, self.handle_call, self.get_property, None)
        # (1) The name says who registers. DO_NOT_QUEUE: a second instance is told so at once.
        Gio.bus_own_name_on_connection(
            self.connection, APP_ID, Gio.BusNameOwnerFlags.DO_NOT_QUEUE, self.name_acquired, self.name_lost
        )
        # (3) The agent may be there, come later, or be restarted. NONE: looking does not start it.
        Gio.bus_watch_name_on_connection(
            self.connection, AGENT_NAME, Gio.BusNameWatcherFlags.NONE, self.agent_appeared, self.agent_vanished
        )
        self.show("Tasks")

    # ---- (1) the name

    def name_acquired(self, connection, name):
        self.owns_name = True
        self.register()

    def name_lost(self, connection, name):
        self.stop(1, f"Tasks is already running: another process owns {name} on the bus. Close it first.")

    def bus_closed(self, connection, remote_vanished, error):
        self.stop(1, "The session bus is gone.")

    # ---- (3) registration

    def agent_appeared(self, connection, name, owner):
        self.agent = owner
        self.agent_seen = True
        self.register()

    def agent_vanished(self, connection, name):
        # What is shown stays as it is: an agent that restarts must not make the list flicker.
        self.agent = None
        self.note("agent-gone" if self.agent_seen else "agent-absent")
        self.say(
            "Focus Filters is not running. "
            + ("The list stays as it is" if self.transition else "Everything is shown")
            + " until it is back."
        )

    def register(self):
        if not (self.owns_name and self.agent):
            return
        # `performed` is empty in a fresh process. After a restart of the agent it is not, and the agent then
        # performs only what has changed meanwhile.
        options = {"performed": GLib.Variant("a{ss}", self.performed)}
        arguments = GLib.Variant("(soaa{sv}a{sv})", (APP_ID, HANDLER_PATH, [filter_description()], options))
        self.call_agent("RegisterFilters", arguments, self.registered)

    def registered(self, reply):
        # The snapshot is for reading: what is to be done comes as a Perform.
        state = reply.unpack()[0].get(FILTER, {})
        self.suspended = state.get("suspended", False)
        self.note("registered", {"state": state})

    def call_agent(self, member, arguments, done):
        def finished(connection, result):
            try:
                done(connection.call_finish(result))
            except GLib.Error as error:
                message = str(error.message)
                self.note("refused", {"member": member, "error": message})
                self.say(f"Focus Filters did not accept {member}: {message}")

        # NO_AUTO_START: an app does not start the agent; the person's session does.
        self.connection.call(
            AGENT_NAME, AGENT_PATH, AGENT_INTERFACE, member, arguments, None,
            Gio.DBusCallFlags.NO_AUTO_START, 10_000, None, finished,
        )  # fmt: skip

    # ---- (2) the handler

    def handle_call(self, connection, sender, path, interface, member, parameters, invocation):
        methods = {
            "Perform": self.perform,
            "Options": self.options,
            "Resolve": self.resolve,
            "Describe": self.describe,
            "Suggest": self.suggest,
        }
        try:
            # Any process on the bus can call this object; only the agent may.
            if sender != self.agent:
                raise HandlerError("org.freedesktop.DBus.Error.AccessDenied", f"Only {AGENT_NAME} may call {member}.")
            filter_id, *rest = parameters.unpack()
            if filter_id != FILTER:
                raise HandlerError(ERROR_PREFIX + "UnknownFilter", f"Tasks has no filter '{filter_id}'.")
            invocation.return_value(methods[member](*rest))
        except HandlerError as error:
            invocation.return_dbus_error(error.name, str(error))

    def get_property(self, connection, sender, path, interface, name):
        return GLib.Variant("u", 1)

    # ---- (4) perform

    def perform(self, values, transition):
        received = time.monotonic_ns() // 1000
        # The values are complete: defaults are filled in, and an absent key means "nothing chosen". Keys that this
        # version does not know are left alone.
        self.values = {key: values.get(key, DEFAULTS[key] if key != "taskCategory" else None) for key in DEFAULTS}
        self.transition = transition
        self.suspended = transition.get("reason") == "suspended"
        self.performed[FILTER] = transition.get("token", "")
        self.show(self.headline())
        self.note("perform", {**transition, "filter": FILTER, "values": values, "monotonic_us": received})
        return None  # the reply, without values, acknowledges

    def headline(self):
        # The mode's name is there only if the person allowed this app to know it.
        mode = self.transition.get("mode-name")
        reasons = {
            "activated": "A focus mode filters this list",
            "changed": "The filter has changed",
            "ended": "The focus mode has ended",
            "catch-up": "Caught up with the focus mode",
            "suspended": "Everything is shown for now",
            "resumed": "The focus mode filters this list again",
        }
        # A reason that this app does not know is treated as `changed`.
        reason = reasons.get(self.transition.get("reason"), reasons["changed"])
        return f"{reason} ({mode})" if mode else reason

    # ---- what settings windows ask

    def options(self, parameter, query):
        """What a person can choose for a parameter, by section."""
        self.require_category(parameter)
        search = query.get("search", "").casefold()
        limit = query.get("limit", len(CATEGORIES)) or len(CATEGORIES)
        sections = {}
        for identifier, category in CATEGORIES.items():
            words = [category["title"], *category["synonyms"]]
            if limit > 0 and any(search in word.casefold() for word in words):
                sections.setdefault(category["section"], []).append(category_item(identifier))
                limit -= 1
        return GLib.Variant(
            "(aa{sv})",
            (
                [
                    dictionary(title=text(title), items=GLib.Variant("aa{sv}", items))
                    for title, items in sections.items()
                ],
            ),
        )

    def resolve(self, parameter, ids, options):
        """The entities of these ids. Ids that no longer exist are left out: the agent then drops them."""
        self.require_category(parameter)
        return GLib.Variant("(aa{sv})", ([category_item(each) for each in ids if each in CATEGORIES],))

    def describe(self, values, options):
        """One configuration in words, as a settings window shows it."""
        values = {**DEFAULTS, **values}
        category = CATEGORIES.get(values["taskCategory"])
        title = category["title"] if category else "All categories"
        if values["urgentOnly"]:
            title += ", urgent only"
        subtitle = f"{len(visible_tasks(values))} of {len(TASKS)} tasks"
        return GLib.Variant("(a{sv})", (dictionary(title=text(title), subtitle=text(subtitle)),))

    def suggest(self, context):
        """Ready-made configurations."""
        suggestions = [
            dictionary(title=text("Work tasks"), values=GLib.Variant("a{sv}", {"taskCategory": text(WORK)})),
            dictionary(
                title=text("Only what is urgent"),
                values=GLib.Variant("a{sv}", {"urgentOnly": GLib.Variant("b", True)}),
            ),
        ]
        return GLib.Variant("(aa{sv})", (suggestions,))

    def require_category(self, parameter):
        if parameter != "taskCategory":
            raise HandlerError(ERROR_PREFIX + "UnknownParameter", f"'{parameter}' has no options to ask for.")

    # ---- (5) honesty

    def toggle_suspension(self):
        if not self.agent:
            self.say("Focus Filters is not running.")
            return
        # The answer comes as a Perform with the reason `suspended` or `resumed`.
        self.call_agent("Suspend", GLib.Variant("(sba{sv})", (FILTER, not self.suspended, {})), lambda reply: None)

    def finish_first_task(self):
        shown = visible_tasks(self.values)
        if not shown:
            return
        TASKS.remove(shown[0])
        self.show(f"Done: {shown[0]['title']}")
        # What `Describe` says has changed; whoever shows it can ask again.
        if self.agent:
            self.call_agent("InvalidateAppContext", GLib.Variant("(sa{sv})", (FILTER, {})), lambda reply: None)

    def show(self, headline):
        shown = visible_tasks(self.values)
        hidden = len(TASKS) - len(shown)
        lines = [headline, *table(shown)]
        if hidden:
            lines.append(f"  Filtered by Focus: {hidden} hidden" + (" (s to show everything)" if self.keys else ""))
        elif self.suspended:
            lines.append("  Focus would hide some" + (" (s to filter again)" if self.keys else ""))
        self.say("\n".join(lines) + "\n")

    def say(self, message):
        if self.draw:
            print(message, flush=True)

    def note(self, event, details={}):
        """One line for scripts; `monotonic_us` is CLOCK_MONOTONIC, and comparable with other processes' clocks."""
        if self.log:
            line = {"monotonic_us": time.monotonic_ns() // 1000, **details, "event": event}
            print(json.dumps(line, ensure_ascii=False), file=self.log, flush=True)

    # ---- the terminal

    def read_keys(self):
        """Reads single keys while the app is in the foreground of a terminal; gives what undoes it."""
        if not (sys.stdin.isatty() and self.draw and os.tcgetpgrp(0) == os.getpgrp()):
            return lambda: None
        before = termios.tcgetattr(0)
        tty.setcbreak(0)
        self.keys = True
        GLib.io_add_watch(0, GLib.PRIORITY_DEFAULT, GLib.IOCondition.IN | GLib.IOCondition.HUP, self.key_pressed)
        print("Keys: s shows everything or filters again, d marks the first task done, q quits.\n")
        return lambda: termios.tcsetattr(0, termios.TCSADRAIN, before)

    def key_pressed(self, descriptor, condition):
        key = os.read(0, 1)
        if key == b"s":
            self.toggle_suspension()
        elif key == b"d":
            self.finish_first_task()
        elif key in (b"q", b""):
            self.stop(0)
            return False
        return True

    def stop(self, code, message=None):
        if message:
            print(message, file=sys.stderr)
        self.exit_code = code
        self.loop.quit()


def main():
    parser = argparse.ArgumentParser(description="A task list with a focus filter.")
    parser.add_argument("--json", action="store_true", help="print one JSON line for each event instead of the list")
    parser.add_argument("--quiet-log", metavar="FILE", help="print nothing; append the JSON lines to FILE")
    parser.add_argument("--log", metavar="FILE", help="print the list as ever, and append the JSON lines to FILE")
    options = parser.parse_args()
    log = sys.stdout if options.json else None
    if options.quiet_log or options.log:
        log = open(options.quiet_log or options.log, "a", encoding="utf-8")

    loop = GLib.MainLoop()
    try:
        app = TasksApp(loop, log=log, draw=not (options.json or options.quiet_log))
    except GLib.Error as error:
        print(f"There is no session bus to join: {error.message}", file=sys.stderr)
        return 1
    restore_terminal = app.read_keys()
    try:
        for number in (signal.SIGINT, signal.SIGTERM):
            GLib.unix_signal_add(GLib.PRIORITY_DEFAULT, number, app.stop, 0)
        app.start()
        loop.run()
    finally:
        # Leaving the bus withdraws the filters and the name; there is nothing else to clean up.
        restore_terminal()
    return app.exit_code


if __name__ == "__main__":
    sys.exit(main())
