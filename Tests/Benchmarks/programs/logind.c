/* SPDX-FileCopyrightText: The Focus Filters authors
 * SPDX-License-Identifier: Apache-2.0
 *
 * A stand-in for systemd-logind with one session: it answers what a program asks at its start, and signals LockedHint.
 */
#include "bench.h"

#include <string.h>
#include <unistd.h>

#define MANAGER "org.freedesktop.login1.Manager"
#define USER "org.freedesktop.login1.User"
#define USER_PATH "/org/freedesktop/login1/user/bench"
#define SEAT_PATH "/org/freedesktop/login1/seat/seat0"
#define SESSION_ID "bench"

static DBusConnection *bus;
static bool locked;

/* The types that are no basic ones: (uo) and (so). */
enum { user_reference = 'U', seat_reference = 'S', session_reference = 'D' };

static const struct property {
    const char *interface, *name;
    char type;
    uint64_t number;
    const char *text;
} properties[] = {
    {MANAGER, "IdleHint", 'b', 0, NULL},
    {MANAGER, "IdleSinceHint", 't', 0, NULL},
    {MANAGER, "IdleSinceHintMonotonic", 't', 0, NULL},
    {MANAGER, "BlockInhibited", 's', 0, ""},
    {MANAGER, "DelayInhibited", 's', 0, ""},
    {MANAGER, "PreparingForSleep", 'b', 0, NULL},
    {MANAGER, "PreparingForShutdown", 'b', 0, NULL},
    {MANAGER, "OnExternalPower", 'b', 1, NULL},
    {MANAGER, "LidClosed", 'b', 0, NULL},
    {MANAGER, "Docked", 'b', 0, NULL},
    {BENCH_SESSION, "Id", 's', 0, SESSION_ID},
    {BENCH_SESSION, "User", user_reference, 0, NULL},
    {BENCH_SESSION, "Name", 's', 0, "bench"},
    {BENCH_SESSION, "Seat", seat_reference, 0, NULL},
    {BENCH_SESSION, "Type", 's', 0, "wayland"},
    {BENCH_SESSION, "Class", 's', 0, "user"},
    {BENCH_SESSION, "Active", 'b', 1, NULL},
    {BENCH_SESSION, "State", 's', 0, "active"},
    {BENCH_SESSION, "Remote", 'b', 0, NULL},
    {BENCH_SESSION, "IdleHint", 'b', 0, NULL},
    {BENCH_SESSION, "IdleSinceHint", 't', 0, NULL},
    {BENCH_SESSION, "IdleSinceHintMonotonic", 't', 0, NULL},
    {BENCH_SESSION, "LockedHint", 'L', 0, NULL},
    {USER, "Display", session_reference, 0, NULL},
    {USER, "State", 's', 0, "active"},
};
enum { property_count = sizeof properties / sizeof properties[0] };

static void append_reference(DBusMessageIter *iter, int first_type, const void *first, const char *path) {
    DBusMessageIter structure;
    bench_open(iter, DBUS_TYPE_STRUCT, NULL, &structure);
    bench_append(&structure, first_type, first);
    bench_append(&structure, DBUS_TYPE_OBJECT_PATH, &path);
    bench_close_container(iter, &structure);
}

/* Appends the property's value as a variant. */
static void append_value(DBusMessageIter *iter, const struct property *property) {
    DBusMessageIter variant;
    dbus_bool_t truth = property->type == 'L' ? locked : property->number != 0;
    dbus_uint64_t number = property->number;
    dbus_uint32_t user = getuid();
    const char *session = SESSION_ID, *seat = "seat0";
    switch (property->type) {
    case 'b':
    case 'L':
        bench_open(iter, DBUS_TYPE_VARIANT, "b", &variant);
        bench_append(&variant, DBUS_TYPE_BOOLEAN, &truth);
        break;
    case 't':
        bench_open(iter, DBUS_TYPE_VARIANT, "t", &variant);
        bench_append(&variant, DBUS_TYPE_UINT64, &number);
        break;
    case user_reference:
        bench_open(iter, DBUS_TYPE_VARIANT, "(uo)", &variant);
        append_reference(&variant, DBUS_TYPE_UINT32, &user, USER_PATH);
        break;
    case seat_reference:
        bench_open(iter, DBUS_TYPE_VARIANT, "(so)", &variant);
        append_reference(&variant, DBUS_TYPE_STRING, &seat, SEAT_PATH);
        break;
    case session_reference:
        bench_open(iter, DBUS_TYPE_VARIANT, "(so)", &variant);
        append_reference(&variant, DBUS_TYPE_STRING, &session, BENCH_SESSION_PATH);
        break;
    default:
        bench_open(iter, DBUS_TYPE_VARIANT, "s", &variant);
        bench_append(&variant, DBUS_TYPE_STRING, &property->text);
        break;
    }
    bench_close_container(iter, &variant);
}

static DBusMessage *answer_get(DBusMessage *call) {
    const char *interface, *name;
    if (!dbus_message_get_args(call, NULL, DBUS_TYPE_STRING, &interface, DBUS_TYPE_STRING, &name, DBUS_TYPE_INVALID))
        return dbus_message_new_error(call, DBUS_ERROR_INVALID_ARGS, "Get takes (ss)");
    for (int i = 0; i < property_count; i++) {
        if (strcmp(properties[i].interface, interface) != 0 || strcmp(properties[i].name, name) != 0) continue;
        DBusMessage *reply = dbus_message_new_method_return(call);
        DBusMessageIter iter;
        bench_need(reply != NULL);
        dbus_message_iter_init_append(reply, &iter);
        append_value(&iter, &properties[i]);
        return reply;
    }
    return dbus_message_new_error(call, DBUS_ERROR_UNKNOWN_PROPERTY, name);
}

static DBusMessage *answer_get_all(DBusMessage *call) {
    const char *interface;
    if (!dbus_message_get_args(call, NULL, DBUS_TYPE_STRING, &interface, DBUS_TYPE_INVALID))
        return dbus_message_new_error(call, DBUS_ERROR_INVALID_ARGS, "GetAll takes (s)");
    DBusMessage *reply = dbus_message_new_method_return(call);
    DBusMessageIter iter, dictionary, entry;
    bench_need(reply != NULL);
    dbus_message_iter_init_append(reply, &iter);
    bench_open(&iter, DBUS_TYPE_ARRAY, "{sv}", &dictionary);
    for (int i = 0; i < property_count; i++) {
        if (strcmp(properties[i].interface, interface) != 0) continue;
        bench_open(&dictionary, DBUS_TYPE_DICT_ENTRY, NULL, &entry);
        bench_append(&entry, DBUS_TYPE_STRING, &properties[i].name);
        append_value(&entry, &properties[i]);
        bench_close_container(&dictionary, &entry);
    }
    bench_close_container(&iter, &dictionary);
    return reply;
}

static DBusMessage *answer_path(DBusMessage *call, const char *path) {
    DBusMessage *reply = dbus_message_new_method_return(call);
    bench_need(reply && dbus_message_append_args(reply, DBUS_TYPE_OBJECT_PATH, &path, DBUS_TYPE_INVALID));
    return reply;
}

static DBusMessage *answer_sessions(DBusMessage *call) {
    DBusMessage *reply = dbus_message_new_method_return(call);
    DBusMessageIter iter, array, row;
    const char *id = SESSION_ID, *user = "bench", *seat = "seat0", *path = BENCH_SESSION_PATH;
    dbus_uint32_t number = getuid();
    bench_need(reply != NULL);
    dbus_message_iter_init_append(reply, &iter);
    bench_open(&iter, DBUS_TYPE_ARRAY, "(susso)", &array);
    bench_open(&array, DBUS_TYPE_STRUCT, NULL, &row);
    bench_append(&row, DBUS_TYPE_STRING, &id);
    bench_append(&row, DBUS_TYPE_UINT32, &number);
    bench_append(&row, DBUS_TYPE_STRING, &user);
    bench_append(&row, DBUS_TYPE_STRING, &seat);
    bench_append(&row, DBUS_TYPE_OBJECT_PATH, &path);
    bench_close_container(&array, &row);
    bench_close_container(&iter, &array);
    return reply;
}

static DBusHandlerResult answer(DBusConnection *connection, DBusMessage *call, void *data) {
    (void)data;
    DBusMessage *reply;
    if (dbus_message_is_method_call(call, DBUS_INTERFACE_PROPERTIES, "Get"))
        reply = answer_get(call);
    else if (dbus_message_is_method_call(call, DBUS_INTERFACE_PROPERTIES, "GetAll"))
        reply = answer_get_all(call);
    else if (dbus_message_is_method_call(call, MANAGER, "GetSession") ||
             dbus_message_is_method_call(call, MANAGER, "GetSessionByPID"))
        reply = answer_path(call, BENCH_SESSION_PATH);
    else if (dbus_message_is_method_call(call, MANAGER, "GetUser") ||
             dbus_message_is_method_call(call, MANAGER, "GetUserByPID"))
        reply = answer_path(call, USER_PATH);
    else if (dbus_message_is_method_call(call, MANAGER, "ListSessions"))
        reply = answer_sessions(call);
    else
        return DBUS_HANDLER_RESULT_NOT_YET_HANDLED;
    bench_send(connection, reply);
    return DBUS_HANDLER_RESULT_HANDLED;
}

void bench_be_logind(void) {
    bus = bench_connect("DBUS_SYSTEM_BUS_ADDRESS");
    bench_need(dbus_connection_add_filter(bus, answer, NULL, NULL));
    bench_own(bus, BENCH_LOGIND);
}

void bench_signal_locked(bool now_locked) {
    locked = now_locked;
    DBusMessage *signal =
        dbus_message_new_signal(BENCH_SESSION_PATH, DBUS_INTERFACE_PROPERTIES, "PropertiesChanged");
    DBusMessageIter iter, changed, invalidated;
    const char *interface = BENCH_SESSION;
    bench_need(signal != NULL);
    dbus_message_iter_init_append(signal, &iter);
    bench_append(&iter, DBUS_TYPE_STRING, &interface);
    bench_open(&iter, DBUS_TYPE_ARRAY, "{sv}", &changed);
    bench_put_bool(&changed, "LockedHint", locked);
    bench_close_container(&iter, &changed);
    bench_open(&iter, DBUS_TYPE_ARRAY, "s", &invalidated);
    bench_close_container(&iter, &invalidated);
    bench_send(bus, signal);
}
