/* SPDX-FileCopyrightText: The Focus Filters authors
 * SPDX-License-Identifier: Apache-2.0
 *
 * The reference for the agent: the least that a C program on libdbus can do between a source's signal and the apps.
 *
 * It takes the same two names on two connections and listens to the same signals of logind on the system bus. Each
 * LockedHint becomes one Perform, of the size that the agent sends, to each process that called RegisterFilters; it
 * waits for their replies. It looks at nothing, decides nothing, remembers nothing, minds no deadline and checks no
 * one. READY=1 goes to $NOTIFY_SOCKET when the names are owned.
 */
#include "bench.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/socket.h>
#include <sys/un.h>
#include <unistd.h>

struct handler {
    char *sender, *path;
};

static DBusConnection *apps_bus;
static struct handler *handlers;
static int handler_count;
static dbus_uint64_t serial;

static void put_values(DBusMessageIter *iter, dbus_int64_t level) {
    DBusMessageIter values;
    bench_open(iter, DBUS_TYPE_ARRAY, "{sv}", &values);
    bench_put(&values, "level", DBUS_TYPE_INT64, &level);
    bench_put_text(&values, "label", level == bench_level_on ? "on" : "off");
    bench_put_bool(&values, "urgent", level == bench_level_on);
    bench_close_container(iter, &values);
}

static void acknowledged(DBusPendingCall *pending, void *data) {
    (void)data;
    dbus_message_unref(dbus_pending_call_steal_reply(pending));
}

static void perform(const struct handler *handler, bool on) {
    DBusMessage *call =
        dbus_message_new_method_call(handler->sender, handler->path, BENCH_HANDLER, "Perform");
    bench_need(call != NULL);
    dbus_message_set_auto_start(call, FALSE);
    DBusMessageIter iter, transition;
    struct bench_entry entry;
    const char *filter = BENCH_FILTER;
    dbus_message_iter_init_append(call, &iter);
    bench_append(&iter, DBUS_TYPE_STRING, &filter);
    put_values(&iter, on ? bench_level_on : bench_level_off);
    bench_open(&iter, DBUS_TYPE_ARRAY, "{sv}", &transition);
    serial++;
    bench_put(&transition, "serial", DBUS_TYPE_UINT64, &serial);
    bench_put_text(&transition, "token", on ? "0123456789abcdef" : "fedcba9876543210");
    bench_put_text(&transition, "reason", "changed");
    bench_put_bool(&transition, "active", true);
    bench_open_entry(&transition, "previous", "a{sv}", &entry);
    put_values(&entry.value, on ? bench_level_off : bench_level_on);
    bench_close_entry(&transition, &entry);
    bench_close_container(&iter, &transition);

    DBusPendingCall *pending = NULL;
    bench_need(dbus_connection_send_with_reply(apps_bus, call, &pending, DBUS_TIMEOUT_INFINITE));
    bench_need(pending && dbus_pending_call_set_notify(pending, acknowledged, NULL, NULL));
    dbus_pending_call_unref(pending);
    dbus_message_unref(call);
}

static DBusHandlerResult see_signal(DBusConnection *bus, DBusMessage *message, void *data) {
    (void)bus, (void)data;
    if (!dbus_message_is_signal(message, DBUS_INTERFACE_PROPERTIES, "PropertiesChanged") ||
        !dbus_message_has_signature(message, "sa{sv}as"))
        return DBUS_HANDLER_RESULT_NOT_YET_HANDLED;
    DBusMessageIter arguments, value;
    dbus_bool_t locked;
    dbus_message_iter_init(message, &arguments);
    dbus_message_iter_next(&arguments);
    if (bench_find(&arguments, "LockedHint", &value) && dbus_message_iter_get_arg_type(&value) == DBUS_TYPE_BOOLEAN) {
        dbus_message_iter_get_basic(&value, &locked);
        for (int i = 0; i < handler_count; i++) perform(&handlers[i], locked);
    }
    return DBUS_HANDLER_RESULT_HANDLED;
}

static DBusHandlerResult see_call(DBusConnection *bus, DBusMessage *message, void *data) {
    (void)data;
    if (!dbus_message_is_method_call(message, BENCH_SERVER, "RegisterFilters"))
        return DBUS_HANDLER_RESULT_NOT_YET_HANDLED;
    DBusMessageIter arguments, states;
    const char *path;
    if (!dbus_message_has_signature(message, "soaa{sv}a{sv}")) return DBUS_HANDLER_RESULT_NOT_YET_HANDLED;
    dbus_message_iter_init(message, &arguments);
    dbus_message_iter_next(&arguments);
    dbus_message_iter_get_basic(&arguments, &path);
    struct handler *more = realloc(handlers, (size_t)(handler_count + 1) * sizeof *handlers);
    bench_need(more != NULL);
    handlers = more;
    struct handler *handler = &handlers[handler_count++];
    handler->sender = strdup(dbus_message_get_sender(message));
    handler->path = strdup(path);
    bench_need(handler->sender && handler->path);

    DBusMessage *reply = dbus_message_new_method_return(message);
    bench_need(reply != NULL);
    dbus_message_iter_init_append(reply, &arguments);
    bench_open(&arguments, DBUS_TYPE_ARRAY, "{sa{sv}}", &states);
    bench_close_container(&arguments, &states);
    bench_send(bus, reply);
    perform(handler, false);
    return DBUS_HANDLER_RESULT_HANDLED;
}

static void say_ready(void) {
    const char *path = getenv("NOTIFY_SOCKET");
    if (!path) return;
    struct sockaddr_un address = {.sun_family = AF_UNIX};
    snprintf(address.sun_path, sizeof address.sun_path, "%s", path);
    int descriptor = socket(AF_UNIX, SOCK_DGRAM | SOCK_CLOEXEC, 0);
    static const char text[] = "READY=1";
    if (descriptor < 0 || sendto(descriptor, text, sizeof text - 1, 0, (struct sockaddr *)&address,
                                 sizeof address) != sizeof text - 1)
        bench_fail("cannot write to $NOTIFY_SOCKET");
    close(descriptor);
}

int main(void) {
    DBusConnection *control_bus = bench_connect("DBUS_SESSION_BUS_ADDRESS");
    apps_bus = bench_connect("DBUS_SESSION_BUS_ADDRESS");
    DBusConnection *system_bus = bench_connect("DBUS_SYSTEM_BUS_ADDRESS");
    bench_need(dbus_connection_add_filter(system_bus, see_signal, NULL, NULL));
    bench_need(dbus_connection_add_filter(apps_bus, see_call, NULL, NULL));
    bench_match(system_bus, "type='signal',sender='" BENCH_LOGIND "',path='" BENCH_SESSION_PATH
                            "',interface='org.freedesktop.DBus.Properties',member='PropertiesChanged',arg0='"
                            BENCH_SESSION "'");
    bench_own(control_bus, BENCH_CONTROL);
    bench_own(apps_bus, BENCH_SERVER);
    say_ready();
    bench_run();
}
