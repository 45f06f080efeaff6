/* SPDX-FileCopyrightText: The Focus Filters authors
 * SPDX-License-Identifier: Apache-2.0
 *
 * What the benchmark's C programs share: a clock, one epoll loop over libdbus connections, and the simulated apps.
 *
 * Each program is driven by lines on its standard input and answers each with one line on its standard output. Every
 * wait has a deadline; a program that waited in vain says for what on standard error, and ends with 1.
 */
#ifndef BENCH_H
#define BENCH_H

#include <dbus/dbus.h>
#include <stdbool.h>
#include <stdint.h>

#define BENCH_SERVER "org.focusfilters.Focus1"
#define BENCH_SERVER_PATH "/org/focusfilters/Focus1"
#define BENCH_CONTROL "org.focusfilters.Control1"
#define BENCH_HANDLER "org.focusfilters.Handler1"
#define BENCH_FILTER "Bench"
#define BENCH_SESSION "org.freedesktop.login1.Session"
#define BENCH_LOGIND "org.freedesktop.login1"
#define BENCH_SESSION_PATH "/org/freedesktop/login1/session/bench"

/* The levels that the two configurations of the filter `Bench` carry, and the one that no configuration carries. */
enum { bench_level_default = 0, bench_level_on = 1, bench_level_off = 2 };

/* ---- General ---- */

/* CLOCK_MONOTONIC in nanoseconds. */
int64_t bench_now(void);

/* Writes the text to standard error and ends the process with 1. */
_Noreturn void bench_fail(const char *format, ...) __attribute__((format(printf, 1, 2)));

/* libdbus says by FALSE or NULL that memory ran out. */
void bench_need(bool done);

/* ---- The loop ---- */

/* Opens a private connection to the bus whose address is in the environment variable, and adds it to the loop. */
DBusConnection *bench_connect(const char *variable);

/* Owns a name; fails if another owns it. */
void bench_own(DBusConnection *bus, const char *name);

/* Adds a match rule and waits until it is in force. */
void bench_match(DBusConnection *bus, const char *rule);

/* Handles whatever comes until `*counter` has reached `target`. Fails after `seconds`, saying that it waited for
 * `what`. */
void bench_wait(const volatile int *counter, int target, const char *what, int seconds);

/* Handles whatever comes for this long. */
void bench_pause(int64_t nanoseconds);

/* Handles whatever comes until a line is read from standard input. False at its end. The line has no newline. */
bool bench_command(char *line, int size);

/* Handles whatever comes until a signal ends the process. */
_Noreturn void bench_run(void);

/* Closes all connections. */
void bench_close(void);

/* ---- Messages ---- */

struct bench_entry {
    DBusMessageIter entry, value;
};

void bench_open(DBusMessageIter *iter, int type, const char *signature, DBusMessageIter *inner);
void bench_close_container(DBusMessageIter *iter, DBusMessageIter *inner);
void bench_open_entry(DBusMessageIter *dictionary, const char *key, const char *signature, struct bench_entry *entry);
void bench_close_entry(DBusMessageIter *dictionary, struct bench_entry *entry);

/* Appends a value of a basic type; for the dictionary forms `signature` is its type's letter. */
void bench_append(DBusMessageIter *iter, int type, const void *value);
void bench_put(DBusMessageIter *dictionary, const char *key, char type, const void *value);
void bench_put_text(DBusMessageIter *dictionary, const char *key, const char *value);
void bench_put_bool(DBusMessageIter *dictionary, const char *key, bool value);

/* Finds a key of a dictionary and sets `value` to what its variant holds. */
bool bench_find(DBusMessageIter *dictionary, const char *key, DBusMessageIter *value);

/* Sends and releases. */
void bench_send(DBusConnection *bus, DBusMessage *message);

/* ---- A stand-in for systemd-logind ---- */

/* Owns logind's name on the system bus, with one session that is not locked. */
void bench_be_logind(void);

/* Changes the session's LockedHint and signals it. */
void bench_signal_locked(bool locked);

/* ---- Simulated apps ---- */

/* Opens `count` connections, each an app with the filter `Bench`, registers them with the server and waits until each
 * has performed once. */
void bench_register_apps(int count);

/* What the apps have seen since the last bench_expect. */
extern volatile int bench_performed;
/* When the last of the expected Performs was received. */
extern int64_t bench_performed_at;

/* Expects a Perform of `level` at each app; any other level is a failure. */
void bench_expect(int level);

/* Calls the server's Ping from the first app; the answer says that it has handled what was sent to it before. Gives
 * the time of the answer. */
int64_t bench_ping_server(void);

#endif
