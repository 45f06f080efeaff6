/* SPDX-FileCopyrightText: The Focus Filters authors
 * SPDX-License-Identifier: Apache-2.0
 *
 * Both ends of the way that an event takes: logind on the system bus, where it enters, and the apps on the session bus,
 * where it arrives. One process, so one clock and one wake-up for whatever stands between.
 *
 *     register N        N apps register; the answer is `registered`
 *     round N PAUSE     N times: LockedHint changes, and each app performs. PAUSE: microseconds of rest before each.
 *                       Answer: `ns`, then for each event the time to the Perform; with several apps, to the server's
 *                       answer to a Ping that follows the last acknowledgement
 *     enter PAUSE       LockedHint changes, between two rests. Answer: `ns`, and when, on CLOCK_MONOTONIC
 *     direct N PAUSE    N times: LockedHint changes, and a connection of this process receives the signal
 */
#include "bench.h"

#include <inttypes.h>
#include <stdio.h>
#include <string.h>

static int app_count;
static bool locked;
static volatile int signals;
static int64_t signal_at;

static void run_round(int count, int pause) {
    printf("ns");
    for (int i = 0; i < count; i++) {
        bench_pause((int64_t)pause * 1000);
        locked = !locked;
        bench_expect(locked ? bench_level_on : bench_level_off);
        int64_t start = bench_now();
        bench_signal_locked(locked);
        bench_wait(&bench_performed, app_count, "a Perform at each app after LockedHint changed", 30);
        int64_t end = app_count == 1 ? bench_performed_at : bench_ping_server();
        printf(" %" PRId64, end - start);
    }
    printf("\n");
}

static void run_enter(int pause) {
    bench_pause((int64_t)pause * 1000);
    locked = !locked;
    int64_t start = bench_now();
    bench_signal_locked(locked);
    bench_pause((int64_t)pause * 1000);
    printf("ns %" PRId64 "\n", start);
}

static DBusHandlerResult see_signal(DBusConnection *bus, DBusMessage *message, void *data) {
    (void)bus, (void)data;
    if (dbus_message_is_signal(message, DBUS_INTERFACE_PROPERTIES, "PropertiesChanged")) {
        signal_at = bench_now();
        signals++;
    }
    return DBUS_HANDLER_RESULT_NOT_YET_HANDLED;
}

static void run_direct(int count, int pause) {
    static DBusConnection *receiver;
    if (!receiver) {
        receiver = bench_connect("DBUS_SYSTEM_BUS_ADDRESS");
        bench_need(dbus_connection_add_filter(receiver, see_signal, NULL, NULL));
        bench_match(receiver, "type='signal',path='" BENCH_SESSION_PATH "'");
    }
    printf("ns");
    for (int i = 0; i < count; i++) {
        bench_pause((int64_t)pause * 1000);
        signals = 0;
        locked = !locked;
        int64_t start = bench_now();
        bench_signal_locked(locked);
        bench_wait(&signals, 1, "the signal itself", 30);
        printf(" %" PRId64, signal_at - start);
    }
    printf("\n");
}

int main(void) {
    char line[128];
    bench_be_logind();
    puts("logind");
    fflush(stdout);
    while (bench_command(line, sizeof line)) {
        int count, pause;
        if (sscanf(line, "register %d", &count) == 1) {
            app_count = count;
            bench_register_apps(count);
            puts("registered");
        } else if (sscanf(line, "round %d %d", &count, &pause) == 2) {
            run_round(count, pause);
        } else if (sscanf(line, "enter %d", &pause) == 1) {
            run_enter(pause);
        } else if (sscanf(line, "direct %d %d", &count, &pause) == 2) {
            run_direct(count, pause);
        } else {
            bench_fail("no such command: %s", line);
        }
        fflush(stdout);
    }
    bench_close();
    return 0;
}
