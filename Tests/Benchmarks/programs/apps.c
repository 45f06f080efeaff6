/* SPDX-FileCopyrightText: The Focus Filters authors
 * SPDX-License-Identifier: Apache-2.0
 */
#include "bench.h"

#include <inttypes.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

struct app {
    DBusConnection *bus;
    char id[64];
};

volatile int bench_performed;
int64_t bench_performed_at;

static struct app *apps;
static int app_count;
static int expected_level = bench_level_off;
static volatile int registered;
static const char handler_path[] = "/org/focusfilters/bench/Handler";

void bench_expect(int level) {
    expected_level = level;
    bench_performed = 0;
}

static DBusHandlerResult perform(struct app *app, DBusMessage *call) {
    int64_t now = bench_now();
    if (!dbus_message_has_signature(call, "sa{sv}a{sv}"))
        bench_fail("%s got a Perform of signature %s", app->id, dbus_message_get_signature(call));
    DBusMessageIter arguments, value;
    dbus_int64_t level = -1;
    dbus_message_iter_init(call, &arguments);
    dbus_message_iter_next(&arguments);
    if (bench_find(&arguments, "level", &value) && dbus_message_iter_get_arg_type(&value) == DBUS_TYPE_INT64)
        dbus_message_iter_get_basic(&value, &level);
    if (level != expected_level)
        bench_fail("%s was told level %" PRId64 " when %d was expected", app->id, (int64_t)level, expected_level);
    bench_performed_at = now;
    bench_performed++;
    bench_send(app->bus, dbus_message_new_method_return(call));
    return DBUS_HANDLER_RESULT_HANDLED;
}

static DBusHandlerResult see(DBusConnection *bus, DBusMessage *message, void *data) {
    (void)bus;
    if (dbus_message_is_method_call(message, BENCH_HANDLER, "Perform")) return perform(data, message);
    return DBUS_HANDLER_RESULT_NOT_YET_HANDLED;
}

static void register_answered(DBusPendingCall *pending, void *data) {
    struct app *app = data;
    DBusMessage *reply = dbus_pending_call_steal_reply(pending);
    DBusError error = DBUS_ERROR_INIT;
    if (dbus_set_error_from_message(&error, reply))
        bench_fail("%s could not register: %s: %s", app->id, error.name, error.message);
    dbus_message_unref(reply);
    registered++;
}

static void put_parameter(DBusMessageIter *parameters, const char *id, const char *type, char letter,
                          const void *default_value) {
    DBusMessageIter parameter;
    bench_open(parameters, DBUS_TYPE_ARRAY, "{sv}", &parameter);
    bench_put_text(&parameter, "id", id);
    bench_put_text(&parameter, "type", type);
    bench_put_text(&parameter, "title", id);
    bench_put(&parameter, "default", letter, default_value);
    bench_close_container(parameters, &parameter);
}

static void register_app(struct app *app) {
    DBusMessage *call =
        dbus_message_new_method_call(BENCH_SERVER, BENCH_SERVER_PATH, BENCH_SERVER, "RegisterFilters");
    bench_need(call != NULL);
    dbus_message_set_auto_start(call, FALSE);
    DBusMessageIter iter, filters, filter, parameters, options;
    struct bench_entry entry;
    const char *id = app->id, *path = handler_path, *label = "";
    dbus_int64_t level = bench_level_default;
    dbus_bool_t urgent = FALSE;
    dbus_message_iter_init_append(call, &iter);
    bench_append(&iter, DBUS_TYPE_STRING, &id);
    bench_append(&iter, DBUS_TYPE_OBJECT_PATH, &path);
    bench_open(&iter, DBUS_TYPE_ARRAY, "a{sv}", &filters);
    bench_open(&filters, DBUS_TYPE_ARRAY, "{sv}", &filter);
    bench_put_text(&filter, "id", BENCH_FILTER);
    bench_put_text(&filter, "title", "Benchmark");
    bench_open_entry(&filter, "parameters", "aa{sv}", &entry);
    bench_open(&entry.value, DBUS_TYPE_ARRAY, "a{sv}", &parameters);
    put_parameter(&parameters, "level", "int", DBUS_TYPE_INT64, &level);
    put_parameter(&parameters, "label", "string", DBUS_TYPE_STRING, &label);
    put_parameter(&parameters, "urgent", "bool", DBUS_TYPE_BOOLEAN, &urgent);
    bench_close_container(&entry.value, &parameters);
    bench_close_entry(&filter, &entry);
    bench_close_container(&filters, &filter);
    bench_close_container(&iter, &filters);
    bench_open(&iter, DBUS_TYPE_ARRAY, "{sv}", &options);
    bench_close_container(&iter, &options);

    DBusPendingCall *pending = NULL;
    bench_need(dbus_connection_send_with_reply(app->bus, call, &pending, DBUS_TIMEOUT_INFINITE));
    bench_need(pending && dbus_pending_call_set_notify(pending, register_answered, app, NULL));
    dbus_pending_call_unref(pending);
    dbus_message_unref(call);
}

static volatile int server_seen;

static DBusHandlerResult see_server(DBusConnection *bus, DBusMessage *message, void *data) {
    (void)bus, (void)data;
    if (dbus_message_is_signal(message, DBUS_INTERFACE_DBUS, "NameOwnerChanged")) server_seen++;
    return DBUS_HANDLER_RESULT_NOT_YET_HANDLED;
}

static void wait_for_server(void) {
    DBusConnection *bus = apps[0].bus;
    static const char rule[] =
        "type='signal',sender='org.freedesktop.DBus',member='NameOwnerChanged',arg0='" BENCH_SERVER "'";
    bench_need(dbus_connection_add_filter(bus, see_server, NULL, NULL));
    bench_match(bus, rule);
    if (!dbus_bus_name_has_owner(bus, BENCH_SERVER, NULL))
        bench_wait(&server_seen, 1, "the server to own " BENCH_SERVER, 30);
    dbus_bus_remove_match(bus, rule, NULL);
    dbus_connection_remove_filter(bus, see_server, NULL);
}

void bench_register_apps(int count) {
    apps = calloc((size_t)count, sizeof *apps);
    bench_need(apps != NULL);
    app_count = count;
    bench_expect(bench_level_off);
    registered = 0;
    for (int i = 0; i < count; i++) {
        snprintf(apps[i].id, sizeof apps[i].id, "org.focusfilters.bench.App%04d", i);
        apps[i].bus = bench_connect("DBUS_SESSION_BUS_ADDRESS");
        bench_need(dbus_connection_add_filter(apps[i].bus, see, &apps[i], NULL));
    }
    wait_for_server();
    for (int i = 0; i < count; i++) register_app(&apps[i]);
    bench_wait(&registered, count, "the server's replies to RegisterFilters", 60);
    bench_wait(&bench_performed, count, "the first Perform at each app", 60);
}

static volatile int pongs;
static int64_t pong_at;

static void pong(DBusPendingCall *pending, void *data) {
    (void)data;
    pong_at = bench_now();
    dbus_message_unref(dbus_pending_call_steal_reply(pending));
    pongs++;
}

int64_t bench_ping_server(void) {
    DBusMessage *call =
        dbus_message_new_method_call(BENCH_SERVER, BENCH_SERVER_PATH, DBUS_INTERFACE_PEER, "Ping");
    DBusPendingCall *pending = NULL;
    bench_need(call != NULL);
    dbus_message_set_auto_start(call, FALSE);
    bench_need(dbus_connection_send_with_reply(apps[0].bus, call, &pending, DBUS_TIMEOUT_INFINITE));
    bench_need(pending && dbus_pending_call_set_notify(pending, pong, NULL, NULL));
    dbus_pending_call_unref(pending);
    dbus_message_unref(call);
    pongs = 0;
    bench_wait(&pongs, 1, "the server's answer to Ping", 60);
    return pong_at;
}
