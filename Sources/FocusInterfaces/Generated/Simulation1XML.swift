// SPDX-FileCopyrightText: The Focus Filters authors
// SPDX-License-Identifier: Apache-2.0

// Generated from dbus/org.focusfilters.Simulation1.xml by generate-interfaces; do not edit.

extension Simulation1 {
    /// The very text of `org.focusfilters.Simulation1.xml`.
    public static let xml = #"""
        <!DOCTYPE node PUBLIC "-//freedesktop//DTD D-BUS Object Introspection 1.0//EN"
            "http://www.freedesktop.org/standards/dbus/1.0/introspect.dtd">
        <!-- SPDX-FileCopyrightText: The Focus Filters authors -->
        <!-- SPDX-License-Identifier: Apache-2.0 -->
        <node name="/org/focusfilters/Control1">

          <!--
              org.focusfilters.Simulation1:
              @short_description: Facts and time by hand, for tests and trials

              Bus name org.focusfilters.Control1, object path /org/focusfilters/Control1; only there if the agent was started
              with its simulate option. The agent's own sources and clock are then switched off.

              Clock:
                'realtime' (x): The time, in microseconds since the Unix epoch, UTC.
                'boottime' (x): The time since boot, in microseconds; never set back.
                'zone' (s): The user's time zone, by its name in the time zone database. At first UTC.

              Since: 1
          -->
          <interface name="org.focusfilters.Simulation1">

            <!--
                SetFacts:
                @facts: Fact name to value (b, d or s by the fact's type); merged into what is set.
                @unknown: Names of facts that become unknown.

                Sets facts, all at one instant. At first every fact is unknown.

                Errors:
                  org.freedesktop.DBus.Error.InvalidArgs: There is no fact of this name, its value has another type, is out of
                    range, or is a text of more than 1024 bytes or with control characters, or it is named twice; nothing was
                    set.

                Since: 1
            -->
            <method name="SetFacts">
              <arg name="facts" type="a{sv}" direction="in"/>
              <arg name="unknown" type="as" direction="in"/>
            </method>

            <!--
                SetClock:
                @clock: What to set, a Clock.

                Sets the clock; it runs on from there, and delays follow it.

                Errors:
                  org.freedesktop.DBus.Error.InvalidArgs: boottime would go back, or there is no such time zone; nothing was
                    set.

                Since: 1
            -->
            <method name="SetClock">
              <arg name="clock" type="a{sv}" direction="in"/>
            </method>

            <!--
                GetClock:
                @clock: The clock as it is now, a Clock.

                Reads the clock.

                Since: 1
            -->
            <method name="GetClock">
              <arg name="clock" type="a{sv}" direction="out"/>
            </method>

            <!--
                Version:

                The version of this interface that the agent implements.

                Since: 1
            -->
            <property name="Version" type="u" access="read">
              <annotation name="org.freedesktop.DBus.Property.EmitsChangedSignal" value="const"/>
            </property>
          </interface>

        </node>

        """#
}
