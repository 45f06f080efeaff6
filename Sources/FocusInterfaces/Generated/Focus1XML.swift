// SPDX-FileCopyrightText: The Focus Filters authors
// SPDX-License-Identifier: Apache-2.0

// Generated from dbus/org.focusfilters.Focus1.xml by generate-interfaces; do not edit.

extension Focus1 {
    /// The very text of `org.focusfilters.Focus1.xml`.
    public static let xml = #"""
        <!DOCTYPE node PUBLIC "-//freedesktop//DTD D-BUS Object Introspection 1.0//EN"
            "http://www.freedesktop.org/standards/dbus/1.0/introspect.dtd">
        <!-- SPDX-FileCopyrightText: The Focus Filters authors -->
        <!-- SPDX-License-Identifier: Apache-2.0 -->
        <node name="/org/focusfilters/Focus1">

          <!--
              org.focusfilters.Focus1:
              @short_description: For apps that offer focus filters

              Bus name org.focusfilters.Focus1, object path /org/focusfilters/Focus1.

              An app registers the filters that it offers. The agent then calls org.focusfilters.Handler1 on the object that
              the app named, whenever the values that one of the filters should have change, and only then.

              All instants are x, in microseconds since the Unix epoch, UTC. All spans are t, in microseconds. An empty mode id
              means no mode.

              Dictionaries may gain keys: a receiver ignores those that it does not know. A key that it does know is refused
              with org.freedesktop.DBus.Error.InvalidArgs if its value has another type than the one given here. Where (v) is
              given, the dictionary's own variant holds the value itself.

              The value of a parameter is sent by the parameter's type: 'bool' as b, 'int' as x, 'double' as d, all others as
              s (dates as RFC 3339, enums by raw value, entities by id), arrays as ab, ax, ad or as. Integers of any other
              width are accepted for x if the value fits. In a dictionary of values an absent key is nil, whereas an empty
              array is present and empty.

              The ids of filters and parameters are as in the app's code: 1 to 128 letters, digits or underscores, not starting
              with a digit; Unicode letters are allowed and never normalised.

              Limits on what an app sends: 256 filters, 256 parameters a filter, 64 KiB and container depth 8 a set of values,
              1 MiB of descriptions. Beyond: org.focusfilters.Error.LimitExceeded.

              FilterDescription:
                'id' (s): The filter's id. Required.
                'title' (s): For people.
                'description' (s): For people: what the filter does.
                'icon' ((sv)): As g_icon_serialize gives: ('themed', as), ('file', s) or ('bytes', ay).
                'aliases' (as): Ids that the filter had earlier; what the user configured for them counts for this filter.
                'deadline' (t): How long Perform may take, in microseconds; above 0; by default 10000000 (10 s).
                'parameters' (aa{sv}): The parameters in the order in which to show them, each a ParameterDescription.

              ParameterDescription:
                'id' (s): The parameter's id. Required.
                'type' (s): 'bool', 'int', 'double', 'string', 'url', 'date', 'enum' or 'entity'. Required.
                'title' (s): For people.
                'description' (s): For people: what the parameter does.
                'array' (b): The value is an array of the type; by default false.
                'optional' (b): The value may be nil; by default false.
                'default' (v): The value when the user chose none. A parameter needs one unless it is optional.
                'cases' (aa{sv}): The values to choose from, each an Item. Required for an enum.
                'options' (s): Where the values to choose from come from: 'none' (any value), 'static' (the cases) or
                  'dynamic' (the handler's Options). By default 'static' if there are cases, else 'none'.
                'minimum' (d): The smallest number allowed.
                'maximum' (d): The greatest number allowed.
                'entity-name' (s): What one entity is called, for people.
                'depends-on' (as): Ids of the parameters on whose values the options depend.
                'aliases' (as): Ids that the parameter had earlier; what the user configured for them counts for this one.

              Item:
                'value' (v): What is chosen: a scalar of the parameter's type. Required.
                'title' (s): For people. Required.
                'subtitle' (s): For people.
                'icon' ((sv)): As g_icon_serialize gives.
                'synonyms' (as): Other words that find the item in a search.

              FilterState:
                'active' (b): A mode configures the filter, and it is not suspended.
                'suspended' (b): The app suspended the filter, see Suspend.
                'values' (a{sv}): The effective values, parameter id to value; an absent parameter is nil.
                'serial' (t): Grows with each change, also across restarts of the agent. Good for ordering only.
                'token' (s): Opaque; equal tokens mean that there is nothing new to perform.

              Status:
                'focused' (b): A focus mode is on.
                'mode' (s): The mode's id, empty for none; only if the user allowed the app to know, else absent.
                'mode-name' (s): The mode's name for people, empty for none; only if the user allowed the app to know, else
                  absent.

              Since: 1
          -->
          <interface name="org.focusfilters.Focus1">

            <!--
                RegisterFilters:
                @app_id: The app's id: its well-known bus name, also the id of its desktop file. Who the caller is comes from
                  the bus; a caller that may not speak for this app is refused.
                @handler: The object on the caller's connection that serves org.focusfilters.Handler1.
                @filters: The filters offered, each a FilterDescription. May be empty if a descriptor file describes them.
                @options: What else there is to say:
                  'performed' (a{ss}): Filter id to the token that this process last performed. A filter whose token is still
                    current gets no Perform; a process that has just started leaves it out.
                  'standby' (b): Wait in line if another process serves the app now, instead of being refused. By default
                    false.
                @states: Filter id to its FilterState. For reading: what is to be done comes with Perform.

                Offers filters. Registering again replaces what this connection registered before, atomically. A connection
                registers one app only. Leaving the bus unregisters.

                By rank, an app may be registered by the owner of its name or the sandboxed app of that id, by the owner of the
                bus name that its descriptor file names, and, while nobody owns the name, by any process of the user outside a
                sandbox. A higher rank displaces a lower one, which then waits.

                Errors:
                  org.focusfilters.Error.AlreadyRegistered: Another process of equal or higher rank serves the app, or the
                    connection registered another app.
                  org.focusfilters.Error.InvalidDescriptor: A filter or parameter cannot be offered so; nothing was registered.
                  org.focusfilters.Error.InvalidId: The app's, a filter's or a parameter's id is not an id.
                  org.focusfilters.Error.LimitExceeded: More or larger than the limits allow.
                  org.focusfilters.Error.NotOwner: The caller may not speak for this app.

                Since: 1
            -->
            <method name="RegisterFilters">
              <arg name="app_id" type="s" direction="in"/>
              <arg name="handler" type="o" direction="in"/>
              <arg name="filters" type="aa{sv}" direction="in"/>
              <arg name="options" type="a{sv}" direction="in"/>
              <arg name="states" type="a{sa{sv}}" direction="out"/>
            </method>

            <!--
                UnregisterFilters:
                @filters: Ids of the filters to take back; empty: all.
                @options: None yet.

                Takes filters back that this connection offered. They are performed no more.

                Errors:
                  org.focusfilters.Error.UnknownFilter: The connection offers no filter of this id; nothing was taken back.

                Since: 1
            -->
            <method name="UnregisterFilters">
              <arg name="filters" type="as" direction="in"/>
              <arg name="options" type="a{sv}" direction="in"/>
            </method>

            <!--
                GetCurrent:
                @app_id: The app's id.
                @filter: The filter's id.
                @options: None yet.
                @state: The filter's FilterState.

                What a filter of the caller's own should have now.

                Errors:
                  org.focusfilters.Error.NotOwner: The caller may not speak for this app.
                  org.focusfilters.Error.UnknownFilter: The app offers no filter of this id.

                Since: 1
            -->
            <method name="GetCurrent">
              <arg name="app_id" type="s" direction="in"/>
              <arg name="filter" type="s" direction="in"/>
              <arg name="options" type="a{sv}" direction="in"/>
              <arg name="state" type="a{sv}" direction="out"/>
            </method>

            <!--
                GetStatus:
                @app_id: The app's id.
                @options: None yet.
                @status: What the app may know, a Status.

                Whether a focus mode is on.

                Errors:
                  org.focusfilters.Error.NotOwner: The caller may not speak for this app.

                Since: 1
            -->
            <method name="GetStatus">
              <arg name="app_id" type="s" direction="in"/>
              <arg name="options" type="a{sv}" direction="in"/>
              <arg name="status" type="a{sv}" direction="out"/>
            </method>

            <!--
                InvalidateAppContext:
                @filter: The filter's id.
                @options: None yet.

                The app's own state changed: what the handler's Describe, Options and Resolve answered for this filter is out of
                date. The agent looks the configured entities up again, and tells tools, which ask for the rest.

                Errors:
                  org.focusfilters.Error.UnknownFilter: The connection offers no filter of this id.

                Since: 1
            -->
            <method name="InvalidateAppContext">
              <arg name="filter" type="s" direction="in"/>
              <arg name="options" type="a{sv}" direction="in"/>
            </method>

            <!--
                Suspend:
                @filter: The filter's id.
                @on: Whether to suspend the filter or to resume it.
                @options: None yet.

                For a button such as "show everything": while a filter is suspended, its effective values are the defaults and
                it is not active, for GetCurrent too. Ends when it is resumed, or when the configured values or the active mode
                change. Asking for what is so already does nothing.

                Errors:
                  org.focusfilters.Error.NotActive: No mode configures the filter now, so that there is nothing to suspend.
                  org.focusfilters.Error.UnknownFilter: The connection offers no filter of this id.

                Since: 1
            -->
            <method name="Suspend">
              <arg name="filter" type="s" direction="in"/>
              <arg name="on" type="b" direction="in"/>
              <arg name="options" type="a{sv}" direction="in"/>
            </method>

            <!--
                Version:

                The version of this interface that the agent implements; members and keys say since which one they exist.

                Since: 1
            -->
            <property name="Version" type="u" access="read">
              <annotation name="org.freedesktop.DBus.Property.EmitsChangedSignal" value="const"/>
            </property>
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
