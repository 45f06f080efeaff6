/* SPDX-FileCopyrightText: The Focus Filters authors
 * SPDX-License-Identifier: Apache-2.0
 *
 * GNOME's switch: writes show-banners through GSettings, as the Shell does, and takes the time until something hears of
 * it: an app of the agent, or, as the reference, a bare client that matches dconf's Notify.
 *
 *     register          an app registers with the server; the answer is `registered`
 *     round N PAUSE     N times: the key changes, and the app performs
 *     notify N PAUSE    N times: the key changes, and this process receives Notify
 *
 * Answers as bench-probe's.
 */
#include "bench.h"

#include <gio/gio.h>
#include <inttypes.h>
#include <stdio.h>
#include <string.h>

#define SCHEMA "org.gnome.desktop.notifications"
#define KEY "show-banners"

static GSettings *settings;
static bool banners = true;
static volatile int notified;
static int64_t notified_at;

static void open_settings(void) {
    GSettingsSchemaSource *source = g_settings_schema_source_get_default();
    GSettingsSchema *schema = source ? g_settings_schema_source_lookup(source, SCHEMA, TRUE) : NULL;
    if (!schema || !g_settings_schema_has_key(schema, KEY)) bench_fail("the schema %s is not installed", SCHEMA);
    settings = g_settings_new_full(schema, NULL, NULL);
    g_settings_schema_unref(schema);
    GSettingsBackend *backend = NULL;
    g_object_get(settings, "backend", &backend, NULL);
    if (strcmp(G_OBJECT_TYPE_NAME(backend), "DConfSettingsBackend") != 0)
        bench_fail("GSettings uses %s instead of dconf", G_OBJECT_TYPE_NAME(backend));
    g_object_unref(backend);
    banners = g_settings_get_boolean(settings, KEY);
}

static void write_next(void) {
    banners = !banners;
    if (!g_settings_set_boolean(settings, KEY, banners)) bench_fail("%s cannot be written", KEY);
}

static DBusHandlerResult see_notify(DBusConnection *bus, DBusMessage *message, void *data) {
    (void)bus, (void)data;
    if (dbus_message_is_signal(message, "ca.desrt.dconf.Writer", "Notify")) {
        notified_at = bench_now();
        notified++;
    }
    return DBUS_HANDLER_RESULT_NOT_YET_HANDLED;
}

static void watch_notify(void) {
    static DBusConnection *bus;
    if (bus) return;
    bus = bench_connect("DBUS_SESSION_BUS_ADDRESS");
    bench_need(dbus_connection_add_filter(bus, see_notify, NULL, NULL));
    bench_match(bus, "type='signal',interface='ca.desrt.dconf.Writer',member='Notify'");
}

static void run_round(int count, int pause, bool notify) {
    if (notify) watch_notify();
    printf("ns");
    for (int i = 0; i < count; i++) {
        bench_pause((int64_t)pause * 1000);
        /* What dconf tells its client after a write would else heap up. */
        while (g_main_context_iteration(NULL, FALSE)) continue;
        /* Do Not Disturb is on while banners are not shown. */
        bench_expect(banners ? bench_level_on : bench_level_off);
        notified = 0;
        int64_t start = bench_now();
        write_next();
        if (notify)
            bench_wait(&notified, 1, "dconf's Notify after " KEY " was written", 30);
        else
            bench_wait(&bench_performed, 1, "a Perform after " KEY " was written", 30);
        printf(" %" PRId64, (notify ? notified_at : bench_performed_at) - start);
    }
    printf("\n");
}

int main(void) {
    char line[128];
    open_settings();
    puts("settings");
    fflush(stdout);
    while (bench_command(line, sizeof line)) {
        int count, pause;
        if (strcmp(line, "register") == 0) {
            bench_register_apps(1);
            puts("registered");
        } else if (sscanf(line, "round %d %d", &count, &pause) == 2) {
            run_round(count, pause, false);
        } else if (sscanf(line, "notify %d %d", &count, &pause) == 2) {
            run_round(count, pause, true);
        } else {
            bench_fail("no such command: %s", line);
        }
        fflush(stdout);
    }
    bench_close();
    g_object_unref(settings);
    return 0;
}
