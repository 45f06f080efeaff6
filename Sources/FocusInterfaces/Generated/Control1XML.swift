// SPDX-FileCopyrightText: The Focus Filters authors
// SPDX-License-Identifier: Apache-2.0

// Generated from dbus/org.focusfilters.Control1.xml by generate-interfaces; do not edit.

extension Control1 {
    /// The very text of `org.focusfilters.Control1.xml`.
    public static let xml = #"""
        <!DOCTYPE node PUBLIC "-//freedesktop//DTD D-BUS Object Introspection 1.0//EN"
            "http://www.freedesktop.org/standards/dbus/1.0/introspect.dtd">
        <!-- SPDX-FileCopyrightText: The Focus Filters authors -->
        <!-- SPDX-License-Identifier: Apache-2.0 -->
        <node name="/org/focusfilters/Control1">

          <!--
              org.focusfilters.Control1:
              @short_description: For people's tools: modes, what is on and why

              Bus name org.focusfilters.Control1, object path /org/focusfilters/Control1. Callers in a sandbox get
              org.freedesktop.DBus.Error.AccessDenied.

              All instants are x, in microseconds since the Unix epoch, UTC. All spans are t, in microseconds. An empty mode id
              means no mode. What is unknown, or not set, is absent.

              Dictionaries may gain keys: a receiver ignores those that it does not know. A key that it does know is refused
              with org.freedesktop.DBus.Error.InvalidArgs if its value has another type than the one given here. Where (v) is
              given, the dictionary's own variant holds the value itself. Values of parameters, ids and limits are as
              org.focusfilters.Focus1 has them.

              Mode ids match [a-z0-9][a-z0-9_-]{0,63}; anything else is org.focusfilters.Error.InvalidId.

              Each list is a method, and a signal when it changed: at most one signal per list and turn of the agent's loop.
              How far filters have been performed is only read, never signalled.

              Reason:
                'cause' (s): 'condition', 'schedule', 'hold', 'override', 'desktop-switch' or 'none'. There may be more: for
                  one that is not known show the text.
                'text' (s): For people.
                'facts' (as): Names of the facts that decided.

              Override:
                'mode' (s): The mode's id; empty: no mode.
                'ends' (s): 'boundary' (at the first change that a schedule or the desktop's own Do Not Disturb switch causes),
                  'time' or 'resumed' (by Resume, or by another choice).
                'until' (x): When it ends; only if it ends by time, else absent.
                'since' (x): When it began.

              OverrideOptions:
                'until' (x): Until this instant; not in the past.
                'for' (t): For this long, from now. Not with 'until'.
                'ends' (s): As in Override. By default 'time' if a time is given, else 'boundary'.

              ModeSettings:
                'name' (s): For people; at most 1024 bytes.
                'icon' (s): A themed icon's name; at most 1024 bytes.
                'color' (s): As #rrggbb.
                'when' (s): The condition under which the mode turns on by itself.
                'schedule' (s): The times at which the mode turns on by itself; with 'when', both must hold.
                'priority' (i): The highest wins; -1000 to 1000, by default 0.
                'enabled' (b): By default true.
                'do-not-disturb' (s): 'on' or 'off': while the mode is on the agent holds the desktop's Do Not Disturb that way,
                  and gives it back after. Absent: it is left alone.
                'enter-delay' (t): How long condition and schedule must hold before the mode turns on, in microseconds. By
                  default 0.
                'leave-delay' (t): How long the mode stays on after its condition ceased to hold, in microseconds. By default
                  100000, or 3000000 if a fact that comes and goes in play made it cease.
                'filters' (a{sa{sv}}): What is configured: 'app/filter' to parameter id to value. An absent parameter takes its
                  default.
                'none' (a{sas}): What is configured to be nil: 'app/filter' to parameter ids.
                'unset' (as): Only in what is sent to the agent: the keys above, other than 'none', that are to have their
                  default again.

              ModeRow:
                'id' (s): The mode's id.
                'name' (s): For people.
                'icon' (s): A themed icon's name; absent for none.
                'color' (s): As #rrggbb; absent for none.
                'file' (s): The path of the file that defines the mode.
                'priority' (i): The highest wins.
                'enabled' (b): Whether the mode can be on.
                'condition' (b): Whether its condition holds; absent: unknown, or there is none.

              FilterRow:
                'app' (s): The app's id.
                'filter' (s): The filter's id.
                'title' (s): For people.
                'state' (s): 'served' (what there was to perform is acknowledged), 'waiting' (for a reply, a retry, the end of a
                  run or the start of the app's helper), 'failing' (the handler failed or did not answer; or the app's helper or
                  program does not work, and is tried again when the values change) or 'absent' (no process serves the app, and
                  none has to be started).
                'error' (s): What the last attempt to bring the handler, helper or program the values came to, for people; absent
                  if it did not fail, or something was acknowledged since.
                'active' (b): A mode configures the filter, and it is not suspended.
                'suspended' (b): The app suspended the filter.
                'values' (a{sv}): The effective values.
                'serial' (t): The serial of the effective values.
                'acknowledged' (t): The serial that the handler acknowledged last; absent if none.
                'modes' (as): Ids of the modes that configure the filter.
                'parameters' (aa{sv}): The filter's parameters, each a ParameterDescription of org.focusfilters.Focus1, so that
                  a tool can read and show values.
                'share-mode' (b): The app may know which mode is on, see SetAppPolicy.
                'activate' (b): The app may be started to be told, see SetAppPolicy.

              SourceRow:
                'id' (s): The source's id.
                'state' (s): 'ok', 'absent' (the component is not there), 'failing' (it refuses, hangs or answers nonsense) or
                  'private' (its settings are in a store that the desktop does not share).
                'in-charge' (b): What it reports counts: for Do Not Disturb only one source is in charge at a time.
                'detail' (s): For people: more on the state; absent for none.
                'owner' (s): The unique name of the component on its bus; absent for none.
                'facts' (a{sv}): What it reports: fact name to value.
                'tells' (as): Names of the facts that it can report.
                'read' (x): When it was last read; absent if never.

              Problem:
                'kind' (s): 'file', 'source', 'app', 'filter' or 'mode'. There may be more.
                'subject' (s): The file's path, the source's, app's or mode's id, or 'app/filter'.
                'message' (s): What is wrong and what to do, for people. May quote a program's own words, of which control
                  characters are left out and at most 400 characters told.
                'file' (s): The file to look at; absent for none.
                'line' (u): From 1; absent if there is no place.
                'column' (u): In characters, from 1; absent if there is no place.
                'since' (x): Since when it is so; absent in the answers of Validate.

              KnownSection:
                'title' (s): The section's heading; absent for none.
                'subtitle' (s): A line below the heading.
                'items' (aa{sv}): The options in the order in which to show them, each an Item of org.focusfilters.Focus1.
                'as-of' (x): The app is not running, and said so at this instant; absent if it says so now, or its description
                  does.

              KnownItem:
                'value' (v): What is chosen: a scalar of the parameter's type.
                'title' (s): For people.
                'subtitle' (s): For people.
                'icon' ((sv)): As g_icon_serialize gives.
                'synonyms' (as): Other words that find the item in a search.
                'as-of' (x): As in KnownSection.

              KnownDescription:
                'title' (s): For people.
                'subtitle' (s): For people: the values in short.
                'icon' ((sv)): As g_icon_serialize gives.
                'notification-filter' (a{sv}): The app's own terms for which of its notifications are to be shown.
                'as-of' (x): As in KnownSection.

              KnownSuggestion:
                'title' (s): For people.
                'values' (a{sv}): Parameter id to value.
                'as-of' (x): As in KnownSection.

              AppPolicy:
                'share-mode' (b): The app may know the id and the name of the mode that is on; by default false.
                'activate' (b): The app may be started when its filters have something to perform, if it asks for that; by
                  default true.

              Explanation:
                'mode' (s): The active mode's id; empty: none.
                'since' (x): Since when.
                'reason' (a{sv}): Why, a Reason.
                'override' (a{sv}): An Override; empty: none.
                'terms' (aa{sv}): What conditions and schedules ask, each a Term: those of the active mode; while none is on, of
                  every mode.
                'candidates' (aa{sv}): The modes that could be on, the winner first, each a Candidate.

              Term:
                'text' (s): The term as the condition has it, or the whole schedule.
                'fact' (s): The fact's name; absent if the term is about an app, another mode or the time.
                'source' (s): The id of the source whose value counts; absent if there is none or the fact is unknown.
                'value' (v): The fact's value; without a fact, whether the term is true (b). Absent if that is unknown.
                'age' (t): For how long the fact has had the value, in microseconds; absent if it is unknown.
                'against' (as): Ids of the sources that say something else, and do not count.

              FactRow:
                'fact' (s): The fact's name.
                'value' (v): Its value.
                'source' (s): The id of the source whose value counts.
                'age' (t): Since the source last said so, in microseconds.
                'against' (as): Ids of the sources that say something else, and do not count.
                'held' (b): True while the agent itself holds the source's switch for the mode that is on: the value is the
                  user's own from before. Else absent.

              Candidate:
                'mode' (s): The mode's id.
                'priority' (i): The highest wins.
                'condition' (b): Whether its condition holds; absent: unknown, or there is none.
                'reason' (a{sv}): Why it could be on, a Reason.

              ComingChange:
                'at' (x): When.
                'mode' (s): The id of the mode that will be on by itself; empty: none.
                'text' (s): Why, for people.

              Forecast:
                'mode' (s): The id of the mode that would be on by itself; empty: none.
                'reason' (a{sv}): Why, a Reason.
                'changes' (aa{sv}): The filters that would have other values than they have now, each a ForecastChange.

              ForecastChange:
                'app' (s): The app's id.
                'filter' (s): The filter's id.
                'values' (a{sv}): The effective values that it would have.

              HistoryRow:
                'at' (x): When.
                'kind' (s): 'mode' (another mode is on), 'override' (something was chosen by hand, or ended), 'perform' (a filter
                  was told new values) or 'failing' (a filter's handler does not answer, or refuses the values; the text says
                  how). There may be more.
                'text' (s): For people; for 'perform' the reason that the handler was given.
                'mode' (s): The mode's id, empty for none; absent if the row is about a filter.
                'app' (s): The app's id; absent if the row is about a mode.
                'filter' (s): The filter's id; absent if the row is about a mode.
                'serial' (t): The serial of the values; absent if the row is about a mode.

              Since: 1
          -->
          <interface name="org.focusfilters.Control1">

            <!--
                ActiveMode:

                The id of the mode that is on; empty: none.

                Since: 1
            -->
            <property name="ActiveMode" type="s" access="read">
              <annotation name="org.freedesktop.DBus.Property.EmitsChangedSignal" value="true"/>
            </property>

            <!--
                Since:

                Since when ActiveMode is as it is.

                Since: 1
            -->
            <property name="Since" type="x" access="read">
              <annotation name="org.freedesktop.DBus.Property.EmitsChangedSignal" value="true"/>
            </property>

            <!--
                Reason:

                Why ActiveMode is as it is, a Reason.

                Since: 1
            -->
            <property name="Reason" type="a{sv}" access="read">
              <annotation name="org.freedesktop.DBus.Property.EmitsChangedSignal" value="true"/>
            </property>

            <!--
                Override:

                What was chosen by hand, an Override; empty: nothing.

                Since: 1
            -->
            <property name="Override" type="a{sv}" access="read">
              <annotation name="org.freedesktop.DBus.Property.EmitsChangedSignal" value="true"/>
            </property>

            <!--
                Facts:

                What is known about the desktop: fact name to value, b, d or s by the fact. Unknown facts are absent.

                Since: 1
            -->
            <property name="Facts" type="a{sv}" access="read">
              <annotation name="org.freedesktop.DBus.Property.EmitsChangedSignal" value="true"/>
            </property>

            <!--
                Version:

                The version of this interface that the agent implements; members and keys say since which one they exist.

                Since: 1
            -->
            <property name="Version" type="u" access="read">
              <annotation name="org.freedesktop.DBus.Property.EmitsChangedSignal" value="const"/>
            </property>

            <!--
                ListModes:
                @modes: Every mode, by id, each a ModeRow.

                The modes.

                Since: 1
            -->
            <method name="ListModes">
              <arg name="modes" type="aa{sv}" direction="out"/>
            </method>

            <!--
                ModesChanged:
                @modes: Ids of the modes whose rows changed, came or went.

                ListModes answers differently now.

                Since: 1
            -->
            <signal name="ModesChanged">
              <arg name="modes" type="as"/>
            </signal>

            <!--
                ListFilters:
                @filters: Every filter that an app or a descriptor file offers, by app and id, each a FilterRow.

                The filters.

                Since: 1
            -->
            <method name="ListFilters">
              <arg name="filters" type="aa{sv}" direction="out"/>
            </method>

            <!--
                FiltersChanged:
                @filters: The app and the id of each filter whose row changed, came or went.

                ListFilters answers differently now, other than in how far the filters have been performed; or an app said that
                what it answers about the filter is out of date.

                Since: 1
            -->
            <signal name="FiltersChanged">
              <arg name="filters" type="a(ss)"/>
            </signal>

            <!--
                ListSources:
                @sources: Every source, by id, each a SourceRow.

                What the agent knows the desktop from.

                Since: 1
            -->
            <method name="ListSources">
              <arg name="sources" type="aa{sv}" direction="out"/>
            </method>

            <!--
                SourcesChanged:
                @sources: Ids of the sources whose rows changed.

                ListSources answers differently now, other than in when the sources were read.

                Since: 1
            -->
            <signal name="SourcesChanged">
              <arg name="sources" type="as"/>
            </signal>

            <!--
                ListFacts:
                @facts: Every known fact by name, each a FactRow.

                What is known of the desktop, and whose word it is. Facts tells when it changes.

                Since: 1
            -->
            <method name="ListFacts">
              <arg name="facts" type="aa{sv}" direction="out"/>
            </method>

            <!--
                ReportFacts:
                @facts: Facts by name, each with a value of its type (b, d or s).
                @unknown: Names of facts of which the caller knows nothing any more.

                Tells the agent what a program of the user's knows: for what no desktop component tells. A report stands until
                the caller reports otherwise or leaves the bus, and replaces what the sources say of that fact; but
                do-not-disturb, silenced and notifications-inhibited count only where no source is in charge of them. Of several
                callers who report a fact, one that says true counts, else the one that began first. The source 'reports' of
                ListSources shows them.

                Errors:
                  org.freedesktop.DBus.Error.InvalidArgs: There is no fact of this name, its value has another type, is out of
                    range, or is a text of more than 1024 bytes or with control characters, or it is named twice; nothing was
                    taken over.
                  org.focusfilters.Error.LimitExceeded: 64 others report already.
                  org.freedesktop.DBus.Error.NotSupported: The agent simulates the desktop; Simulation1.SetFacts sets facts.

                Since: 1
            -->
            <method name="ReportFacts">
              <arg name="facts" type="a{sv}" direction="in"/>
              <arg name="unknown" type="as" direction="in"/>
            </method>

            <!--
                ListProblems:
                @problems: Everything that is wrong now, each a Problem.

                What is wrong and a person can put right.

                Since: 1
            -->
            <method name="ListProblems">
              <arg name="problems" type="aa{sv}" direction="out"/>
            </method>

            <!--
                ProblemsChanged:

                ListProblems answers differently now.

                Since: 1
            -->
            <signal name="ProblemsChanged"/>

            <!--
                Activate:
                @mode: The mode's id.
                @options: For how long, OverrideOptions.

                Turns a mode on by hand, whatever its condition says.

                Errors:
                  org.focusfilters.Error.InvalidId: The mode's id is not an id.
                  org.focusfilters.Error.UnknownMode: There is no such mode, or it is not enabled.
                  org.freedesktop.DBus.Error.InvalidArgs: The options contradict each other, or are not as above.

                Since: 1
            -->
            <method name="Activate">
              <arg name="mode" type="s" direction="in"/>
              <arg name="options" type="a{sv}" direction="in"/>
            </method>

            <!--
                Deactivate:
                @options: For how long, OverrideOptions.

                Turns every mode off by hand.

                Errors:
                  org.freedesktop.DBus.Error.InvalidArgs: The options contradict each other, or are not as above.

                Since: 1
            -->
            <method name="Deactivate">
              <arg name="options" type="a{sv}" direction="in"/>
            </method>

            <!--
                Resume:

                Ends the override: the desktop's state decides again. Without one it does nothing.

                Since: 1
            -->
            <method name="Resume"/>

            <!--
                Hold:
                @mode: The mode's id.
                @reason: For people: why; shown by Explain. May be empty.
                @options: None yet.
                @hold: Names the hold towards this connection; random, never 0.

                Asks that a mode be on until Release, or until the caller leaves the bus: a mode that is held counts like one
                whose condition holds. Holds end with the agent: who still wants one asks again when the name has a new owner.

                Errors:
                  org.focusfilters.Error.InvalidId: The mode's id is not an id.
                  org.focusfilters.Error.UnknownMode: There is no such mode, or it is not enabled.
                  org.focusfilters.Error.InvalidValue: The reason is longer than 1000 bytes.
                  org.focusfilters.Error.LimitExceeded: One connection may have 64 holds, all together 4096.

                Since: 1
            -->
            <method name="Hold">
              <arg name="mode" type="s" direction="in"/>
              <arg name="reason" type="s" direction="in"/>
              <arg name="options" type="a{sv}" direction="in"/>
              <arg name="hold" type="t" direction="out"/>
            </method>

            <!--
                Release:
                @hold: As Hold gave it to this connection.

                Ends a hold.

                Errors:
                  org.focusfilters.Error.InvalidValue: This connection has no such hold.

                Since: 1
            -->
            <method name="Release">
              <arg name="hold" type="t" direction="in"/>
            </method>

            <!--
                GetMode:
                @mode: The mode's id.
                @settings: ModeSettings; what is not set is absent.

                How a mode is set up.

                Errors:
                  org.focusfilters.Error.InvalidId: The mode's id is not an id.
                  org.focusfilters.Error.UnknownMode: There is no such mode.

                Since: 1
            -->
            <method name="GetMode">
              <arg name="mode" type="s" direction="in"/>
              <arg name="settings" type="a{sv}" direction="out"/>
            </method>

            <!--
                SetMode:
                @mode: The mode's id.
                @settings: ModeSettings; only the keys that are there are changed. 'filters' and 'none' together replace all
                  that was configured.

                Changes how a mode is set up. Returns when the change is stored and in force.

                Errors:
                  org.focusfilters.Error.InvalidId: The mode's, a filter's or a parameter's id is not an id.
                  org.focusfilters.Error.InvalidValue: A value is not allowed: the condition or schedule cannot be read, the priority is
                    out of range, a parameter's value does not fit its description. Nothing was changed.
                  org.focusfilters.Error.LimitExceeded: More or larger than the limits allow.
                  org.focusfilters.Error.ReadOnly: The folder of the user's modes cannot be written.
                  org.focusfilters.Error.UnknownMode: There is no such mode.

                Since: 1
            -->
            <method name="SetMode">
              <arg name="mode" type="s" direction="in"/>
              <arg name="settings" type="a{sv}" direction="in"/>
            </method>

            <!--
                CreateMode:
                @id: The new mode's id.
                @preset: The id of the preset to begin with; empty: none.
                @settings: ModeSettings, over those of the preset. Without a name the id serves.

                Creates a mode. Returns when it is stored and in force.

                Errors:
                  org.focusfilters.Error.InvalidId: The mode's, a filter's or a parameter's id is not an id.
                  org.focusfilters.Error.InvalidValue: There is a mode of this id already, or a value is not allowed.
                  org.focusfilters.Error.LimitExceeded: More or larger than the limits allow.
                  org.focusfilters.Error.ReadOnly: The folder of the user's modes cannot be written.
                  org.focusfilters.Error.UnknownMode: There is no such preset.

                Since: 1
            -->
            <method name="CreateMode">
              <arg name="id" type="s" direction="in"/>
              <arg name="preset" type="s" direction="in"/>
              <arg name="settings" type="a{sv}" direction="in"/>
            </method>

            <!--
                DeleteMode:
                @mode: The mode's id.

                Deletes a mode. One that the system brought is disabled instead. Returns when that is stored and in force.

                Errors:
                  org.focusfilters.Error.InvalidId: The mode's id is not an id.
                  org.focusfilters.Error.ReadOnly: The folder of the user's modes cannot be written.
                  org.focusfilters.Error.UnknownMode: There is no such mode.

                Since: 1
            -->
            <method name="DeleteMode">
              <arg name="mode" type="s" direction="in"/>
            </method>

            <!--
                Configure:
                @mode: The mode's id.
                @app_id: The app's id.
                @filter: The filter's id.
                @values: Parameter id to value; replaces what was configured. An absent parameter takes its default.
                @options: What else there is to say:
                  'none' (as): Ids of parameters that are to be nil; not among the values.

                Configures a filter in a mode. Returns when that is stored and in force.

                Errors:
                  org.focusfilters.Error.InvalidId: The mode's, app's, filter's or a parameter's id is not an id.
                  org.focusfilters.Error.InvalidValue: A value does not fit the parameter's description; nothing was changed.
                  org.focusfilters.Error.LimitExceeded: More or larger than the limits allow.
                  org.focusfilters.Error.ReadOnly: The folder of the user's modes cannot be written.
                  org.focusfilters.Error.UnknownApp: No app of this id offers filters.
                  org.focusfilters.Error.UnknownFilter: The app offers no filter of this id.
                  org.focusfilters.Error.UnknownMode: There is no such mode.
                  org.focusfilters.Error.UnknownParameter: The filter has no parameter of this id.

                Since: 1
            -->
            <method name="Configure">
              <arg name="mode" type="s" direction="in"/>
              <arg name="app_id" type="s" direction="in"/>
              <arg name="filter" type="s" direction="in"/>
              <arg name="values" type="a{sv}" direction="in"/>
              <arg name="options" type="a{sv}" direction="in"/>
            </method>

            <!--
                Unconfigure:
                @mode: The mode's id.
                @app_id: The app's id.
                @filter: The filter's id.

                Takes a filter out of a mode. Returns when that is stored and in force.

                Errors:
                  org.focusfilters.Error.InvalidId: The mode's, app's or filter's id is not an id.
                  org.focusfilters.Error.NotActive: The mode does not configure the filter.
                  org.focusfilters.Error.ReadOnly: The folder of the user's modes cannot be written.
                  org.focusfilters.Error.UnknownMode: There is no such mode.

                Since: 1
            -->
            <method name="Unconfigure">
              <arg name="mode" type="s" direction="in"/>
              <arg name="app_id" type="s" direction="in"/>
              <arg name="filter" type="s" direction="in"/>
            </method>

            <!--
                Options:
                @app_id: The app's id.
                @filter: The filter's id.
                @parameter: The parameter's id.
                @query: What to offer:
                  'search' (s): Words that the user typed; absent: everything.
                  'values' (a{sv}): The values chosen so far for the filter's parameters.
                  'limit' (u): At most so many items, 1 to 1000; by default 1000.
                @sections: The options, each group a KnownSection.

                What can be chosen for a parameter. Static options come from the app's description; dynamic ones the app is
                asked for, which may take 5 s; a helper that the bus can start is started for that, which may take 15 s more. Of
                an app that is not running the last answer is told, which may be for other values. Of a parameter without
                options there are none: any value can be chosen.

                Errors:
                  org.focusfilters.Error.AppUnavailable: The app does not answer, refuses or answers nonsense; or it is not
                    running, and was never asked this.
                  org.focusfilters.Error.InvalidId: The app's, the filter's or a parameter's id is not an id.
                  org.focusfilters.Error.InvalidValue: One of the values does not fit the parameter's description.
                  org.focusfilters.Error.LimitExceeded: More than 1000 items are wanted, the app answers with more than 1000
                    items or 1 MiB, or 64 questions wait for the app already.
                  org.focusfilters.Error.UnknownApp: No app of this id offers filters.
                  org.focusfilters.Error.UnknownFilter: The app offers no filter of this id.
                  org.focusfilters.Error.UnknownParameter: The filter has no parameter of this id.

                Since: 1
            -->
            <method name="Options">
              <arg name="app_id" type="s" direction="in"/>
              <arg name="filter" type="s" direction="in"/>
              <arg name="parameter" type="s" direction="in"/>
              <arg name="query" type="a{sv}" direction="in"/>
              <arg name="sections" type="aa{sv}" direction="out"/>
            </method>

            <!--
                Resolve:
                @app_id: The app's id.
                @filter: The filter's id.
                @parameter: The parameter's id.
                @ids: The values to look up, at most 1000.
                @options: None yet.
                @items: Those that exist, each a KnownItem; one that is not known is left out.

                Looks values up, above all entities by id. While the app is not running, what it said of those that are
                configured or were among its options is told.

                Errors:
                  org.focusfilters.Error.AppUnavailable: The app does not answer, refuses or answers nonsense; or it is not
                    running, and was never asked about any of these.
                  org.focusfilters.Error.InvalidId: The app's, the filter's or the parameter's id is not an id.
                  org.focusfilters.Error.InvalidValue: One of the values is not of the parameter's type.
                  org.focusfilters.Error.LimitExceeded: More than 1000 values are to be looked up, the app answers with more
                    than 1000 items or 1 MiB, or 64 questions wait for the app already.
                  org.focusfilters.Error.UnknownApp: No app of this id offers filters.
                  org.focusfilters.Error.UnknownFilter: The app offers no filter of this id.
                  org.focusfilters.Error.UnknownParameter: The filter has no parameter of this id.

                Since: 1
            -->
            <method name="Resolve">
              <arg name="app_id" type="s" direction="in"/>
              <arg name="filter" type="s" direction="in"/>
              <arg name="parameter" type="s" direction="in"/>
              <arg name="ids" type="av" direction="in"/>
              <arg name="options" type="a{sv}" direction="in"/>
              <arg name="items" type="aa{sv}" direction="out"/>
            </method>

            <!--
                Describe:
                @app_id: The app's id.
                @filter: The filter's id.
                @values: The values to describe; an absent parameter is nil.
                @options: None yet.
                @description: How the app presents the filter with these values, a KnownDescription.

                Presents a filter as it is, or would be, configured. While the app is not running, what it said since the agent
                started is told, if it was about the same values.

                Errors:
                  org.focusfilters.Error.AppUnavailable: The app does not answer, refuses or answers nonsense; or it is not
                    running, and was not asked this last.
                  org.focusfilters.Error.InvalidId: The app's, the filter's or a parameter's id is not an id.
                  org.focusfilters.Error.InvalidValue: One of the values does not fit the parameter's description.
                  org.focusfilters.Error.LimitExceeded: The app answers with more than 1 MiB, or 64 questions wait for the app
                    already.
                  org.focusfilters.Error.UnknownApp: No app of this id offers filters.
                  org.focusfilters.Error.UnknownFilter: The app offers no filter of this id.
                  org.focusfilters.Error.UnknownParameter: The filter has no parameter of this id.

                Since: 1
            -->
            <method name="Describe">
              <arg name="app_id" type="s" direction="in"/>
              <arg name="filter" type="s" direction="in"/>
              <arg name="values" type="a{sv}" direction="in"/>
              <arg name="options" type="a{sv}" direction="in"/>
              <arg name="description" type="a{sv}" direction="out"/>
            </method>

            <!--
                Suggest:
                @app_id: The app's id.
                @filter: The filter's id.
                @context: None yet.
                @suggestions: The best first, each a KnownSuggestion.

                Ready-made configurations of a filter. While the app is not running, what it suggested last since the agent
                started is told.

                Errors:
                  org.focusfilters.Error.AppUnavailable: The app does not answer, refuses or answers nonsense; or it is not
                    running, and was never asked.
                  org.focusfilters.Error.InvalidId: The app's or the filter's id is not an id.
                  org.focusfilters.Error.LimitExceeded: The app answers with more than 1000 suggestions or 1 MiB, or 64
                    questions wait for the app already.
                  org.focusfilters.Error.UnknownApp: No app of this id offers filters.
                  org.focusfilters.Error.UnknownFilter: The app offers no filter of this id.

                Since: 1
            -->
            <method name="Suggest">
              <arg name="app_id" type="s" direction="in"/>
              <arg name="filter" type="s" direction="in"/>
              <arg name="context" type="a{sv}" direction="in"/>
              <arg name="suggestions" type="aa{sv}" direction="out"/>
            </method>

            <!--
                SetAppPolicy:
                @app_id: The app's id; it need not offer filters yet.
                @policy: An AppPolicy; only the keys that are there are changed.

                Says what an app may. Returns when that is stored and in force.

                Errors:
                  org.focusfilters.Error.InvalidId: The app's id is not an id.
                  org.focusfilters.Error.InvalidValue: The user's file of settings is broken.
                  org.focusfilters.Error.ReadOnly: The folder of the user's settings cannot be written, or another file has the
                    last word.

                Since: 1
            -->
            <method name="SetAppPolicy">
              <arg name="app_id" type="s" direction="in"/>
              <arg name="policy" type="a{sv}" direction="in"/>
            </method>

            <!--
                Explain:
                @explanation: An Explanation.

                Which mode is on, since when and why, and which others could be.

                Since: 1
            -->
            <method name="Explain">
              <arg name="explanation" type="a{sv}" direction="out"/>
            </method>

            <!--
                Next:
                @count: How many changes to tell; at most 512 are told.
                @changes: The soonest first, each a ComingChange.

                How the mode that is on by itself will change by time alone, while everything else stays as it is. What was
                chosen by hand does not count.

                Since: 1
            -->
            <method name="Next">
              <arg name="count" type="u" direction="in"/>
              <arg name="changes" type="aa{sv}" direction="out"/>
            </method>

            <!--
                Preview:
                @facts: Fact name to value (b, d or s by the fact's type), in place of what is known; other facts stay as they
                  are. A fact that would be true counts as having been so for long.
                @at: The instant; 0: now.
                @forecast: A Forecast.

                What would be on by itself then, and what apps would be told. What was chosen by hand does not count, and no
                delay is waited for.

                Errors:
                  org.freedesktop.DBus.Error.InvalidArgs: There is no fact of this name, or its value has another type, is out
                    of range, or is a text of more than 1024 bytes or with control characters.

                Since: 1
            -->
            <method name="Preview">
              <arg name="facts" type="a{sv}" direction="in"/>
              <arg name="at" type="x" direction="in"/>
              <arg name="forecast" type="a{sv}" direction="out"/>
            </method>

            <!--
                History:
                @count: How many rows to tell. At most 512 are kept, and none over a restart of the agent.
                @rows: The newest first, each a HistoryRow.

                What happened.

                Since: 1
            -->
            <method name="History">
              <arg name="count" type="u" direction="in"/>
              <arg name="rows" type="aa{sv}" direction="out"/>
            </method>

            <!--
                Validate:
                @kind: What the text is: 'mode', 'agent' or 'filters' (the text of such a file), 'condition' or 'schedule'.
                @text: The text.
                @problems: What is wrong with it, each a Problem; none: it is good.

                Checks a text without putting it in force. What a mode configures for filters that are known is compared with
                their descriptions.

                Errors:
                  org.focusfilters.Error.LimitExceeded: The text is longer than 1 MiB.
                  org.freedesktop.DBus.Error.InvalidArgs: There is no such kind.

                Since: 1
            -->
            <method name="Validate">
              <arg name="kind" type="s" direction="in"/>
              <arg name="text" type="s" direction="in"/>
              <arg name="problems" type="aa{sv}" direction="out"/>
            </method>

            <!--
                Reload:
                @problems: What is wrong with the files, each a Problem; none: all are good.

                Reads all files again. Returns when they are in force.

                Since: 1
            -->
            <method name="Reload">
              <arg name="problems" type="aa{sv}" direction="out"/>
            </method>
          </interface>

          <interface name="org.freedesktop.DBus.Peer">
            <method name="Ping"/>
            <method name="GetMachineId">
              <arg name="machine_uuid" type="s" direction="out"/>
            </method>
          </interface>

          <interface name="org.freedesktop.DBus.Introspectable">
            <method name="Introspect">
              <arg name="xml_data" type="s" direction="out"/>
            </method>
          </interface>

          <interface name="org.freedesktop.DBus.Properties">
            <method name="Get">
              <arg name="interface_name" type="s" direction="in"/>
              <arg name="property_name" type="s" direction="in"/>
              <arg name="value" type="v" direction="out"/>
            </method>
            <method name="GetAll">
              <arg name="interface_name" type="s" direction="in"/>
              <arg name="properties" type="a{sv}" direction="out"/>
            </method>
            <method name="Set">
              <arg name="interface_name" type="s" direction="in"/>
              <arg name="property_name" type="s" direction="in"/>
              <arg name="value" type="v" direction="in"/>
            </method>
            <signal name="PropertiesChanged">
              <arg name="interface_name" type="s"/>
              <arg name="changed_properties" type="a{sv}"/>
              <arg name="invalidated_properties" type="as"/>
            </signal>
          </interface>

        </node>

        """#
}
