/* SPDX-FileCopyrightText: The Focus Filters authors
 * SPDX-License-Identifier: Apache-2.0
 */
#include "bench.h"

#include <string.h>

void bench_open(DBusMessageIter *iter, int type, const char *signature, DBusMessageIter *inner) {
    bench_need(dbus_message_iter_open_container(iter, type, signature, inner));
}

void bench_close_container(DBusMessageIter *iter, DBusMessageIter *inner) {
    bench_need(dbus_message_iter_close_container(iter, inner));
}

void bench_append(DBusMessageIter *iter, int type, const void *value) {
    bench_need(dbus_message_iter_append_basic(iter, type, value));
}

void bench_open_entry(DBusMessageIter *dictionary, const char *key, const char *signature, struct bench_entry *entry) {
    bench_open(dictionary, DBUS_TYPE_DICT_ENTRY, NULL, &entry->entry);
    bench_append(&entry->entry, DBUS_TYPE_STRING, &key);
    bench_open(&entry->entry, DBUS_TYPE_VARIANT, signature, &entry->value);
}

void bench_close_entry(DBusMessageIter *dictionary, struct bench_entry *entry) {
    bench_close_container(&entry->entry, &entry->value);
    bench_close_container(dictionary, &entry->entry);
}

void bench_put(DBusMessageIter *dictionary, const char *key, char type, const void *value) {
    const char signature[] = {type, 0};
    struct bench_entry entry;
    bench_open_entry(dictionary, key, signature, &entry);
    bench_append(&entry.value, type, value);
    bench_close_entry(dictionary, &entry);
}

void bench_put_text(DBusMessageIter *dictionary, const char *key, const char *value) {
    bench_put(dictionary, key, DBUS_TYPE_STRING, &value);
}

void bench_put_bool(DBusMessageIter *dictionary, const char *key, bool value) {
    dbus_bool_t wire = value;
    bench_put(dictionary, key, DBUS_TYPE_BOOLEAN, &wire);
}

bool bench_find(DBusMessageIter *dictionary, const char *key, DBusMessageIter *value) {
    DBusMessageIter entries;
    if (dbus_message_iter_get_arg_type(dictionary) != DBUS_TYPE_ARRAY) return false;
    for (dbus_message_iter_recurse(dictionary, &entries);
         dbus_message_iter_get_arg_type(&entries) == DBUS_TYPE_DICT_ENTRY; dbus_message_iter_next(&entries)) {
        DBusMessageIter entry;
        const char *found;
        dbus_message_iter_recurse(&entries, &entry);
        dbus_message_iter_get_basic(&entry, &found);
        if (strcmp(found, key) != 0) continue;
        dbus_message_iter_next(&entry);
        dbus_message_iter_recurse(&entry, value);
        return true;
    }
    return false;
}

void bench_send(DBusConnection *bus, DBusMessage *message) {
    bench_need(message && dbus_connection_send(bus, message, NULL));
    dbus_message_unref(message);
}
