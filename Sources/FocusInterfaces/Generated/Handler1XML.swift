// SPDX-FileCopyrightText: The Focus Filters authors
// SPDX-License-Identifier: Apache-2.0

// Generated from dbus/org.focusfilters.Handler1.xml by generate-interfaces; do not edit.

extension Handler1 {
    /// The very text of `org.focusfilters.Handler1.xml`.
    public static let xml = #"""
        <!DOCTYPE node PUBLIC "-//freedesktop//DTD D-BUS Object Introspection 1.0//EN"
            "http://www.freedesktop.org/standards/dbus/1.0/introspect.dtd">
        <!-- SPDX-FileCopyrightText: The Focus Filters authors -->
        <!-- SPDX-License-Identifier: Apache-2.0 -->
        <node>

          <!--
              org.focusfilters.Handler1:
              @short_description: What an app serves so that its filters can be performed

              Served by the app, or by its background helper, at the object path that it gave to RegisterFilters of
              org.focusfilters.Focus1. Only the owner of the bus name org.focusfilters.Focus1 calls it; calls from others should
              be refused.

              Values, items and limits are as org.focusfilters.Focus1 has them. An error reply, of any name, means that the
              handler could not do it; its message is shown to people.

              Transition:
                'serial' (t): Grows with each change, also across restarts of the agent. A retry has the same one.
                'token' (s): Opaque; to be given to RegisterFilters if the process registers again.
                'reason' (s): 'activated' (not configured before), 'changed' (other values), 'ended' (no longer configured:
                  the values are the defaults), 'catch-up' (the process registered, or came back), 'suspended' or 'resumed'.
                  One that is not known is to be treated as 'changed'.
                'active' (b): A mode configures the filter, and it is not suspended.
                'previous' (a{sv}): The values that this process last acknowledged; absent at first.
                'mode' (s): The active mode's id, empty for none; only if the user allowed the app to know, else absent.
                'mode-name' (s): The active mode's name for people, empty for none; only if the user allowed the app to know,
                  else absent.

              Section:
                'title' (s): The section's heading; absent for none.
                'subtitle' (s): A line below the heading.
                'items' (aa{sv}): The options in the order in which to show them, each an Item of org.focusfilters.Focus1.
                  Required.

              Description:
                'title' (s): For people.
                'subtitle' (s): For people: the values in short.
                'icon' ((sv)): As g_icon_serialize gives.
                'notification-filter' (a{sv}): The app's own terms for which of its notifications are to be shown.

              Suggestion:
                'title' (s): For people. Required.
                'values' (a{sv}): Parameter id to value. Required.

              Since: 1
          -->
          <interface name="org.focusfilters.Handler1">

            <!--
                Perform:
                @filter: The filter's id.
                @values: The effective values, parameter id to value: an absent parameter is nil, defaults are filled in.
                @transition: What changed and why, a Transition.

                Puts the values into effect. The reply acknowledges: it is to be sent when the values are in effect. Without a
                reply within the filter's deadline, or with an error, the call is repeated after 1 s and after 10 s more, with
                the same serial and token; then the handler counts as failing until any message from it arrives. While a call
                is in flight newer values wait, and replace each other.

                Since: 1
            -->
            <method name="Perform">
              <arg name="filter" type="s" direction="in"/>
              <arg name="values" type="a{sv}" direction="in"/>
              <arg name="transition" type="a{sv}" direction="in"/>
            </method>

            <!--
                Options:
                @filter: The filter's id.
                @parameter: The parameter's id.
                @query: What to offer:
                  'search' (s): Words that the user typed; absent: everything.
                  'values' (a{sv}): The values chosen so far for the filter's parameters.
                  'limit' (u): At most so many items, 1 to 1000; by default 1000.
                @sections: The options, each group a Section.

                What can be chosen for a parameter whose options are dynamic.

                Since: 1
            -->
            <method name="Options">
              <arg name="filter" type="s" direction="in"/>
              <arg name="parameter" type="s" direction="in"/>
              <arg name="query" type="a{sv}" direction="in"/>
              <arg name="sections" type="aa{sv}" direction="out"/>
            </method>

            <!--
                Resolve:
                @filter: The filter's id.
                @parameter: The parameter's id.
                @ids: The values to look up.
                @options: None yet.
                @items: Those that exist, each an Item of org.focusfilters.Focus1; an id that is not known is left out.

                Looks entities up by id. The agent asks, for each parameter of the type 'entity' whose options are not static,
                about those that modes configure: when the filter is registered, when it was invalidated, and when other ones
                are configured; at most 1000 at a time. What the app does not know is then left out of the values that it gets.
                The last answer stands until there is another: after an error, and after 10 s without a reply, though a late
                one counts. What was never answered is performed as it is configured.

                Since: 1
            -->
            <method name="Resolve">
              <arg name="filter" type="s" direction="in"/>
              <arg name="parameter" type="s" direction="in"/>
              <arg name="ids" type="av" direction="in"/>
              <arg name="options" type="a{sv}" direction="in"/>
              <arg name="items" type="aa{sv}" direction="out"/>
            </method>

            <!--
                Describe:
                @filter: The filter's id.
                @values: The values to describe.
                @options: None yet.
                @description: How to present the filter with these values, a Description.

                Presents a filter as it is, or would be, configured.

                Since: 1
            -->
            <method name="Describe">
              <arg name="filter" type="s" direction="in"/>
              <arg name="values" type="a{sv}" direction="in"/>
              <arg name="options" type="a{sv}" direction="in"/>
              <arg name="description" type="a{sv}" direction="out"/>
            </method>

            <!--
                Suggest:
                @filter: The filter's id.
                @context: None yet.
                @suggestions: The best first, each a Suggestion.

                Ready-made configurations of a filter.

                Since: 1
            -->
            <method name="Suggest">
              <arg name="filter" type="s" direction="in"/>
              <arg name="context" type="a{sv}" direction="in"/>
              <arg name="suggestions" type="aa{sv}" direction="out"/>
            </method>

            <!--
                Version:

                The version of this interface that the app implements.

                Since: 1
            -->
            <property name="Version" type="u" access="read">
              <annotation name="org.freedesktop.DBus.Property.EmitsChangedSignal" value="const"/>
            </property>
          </interface>

        </node>

        """#
}
