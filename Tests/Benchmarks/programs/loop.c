/* SPDX-FileCopyrightText: The Focus Filters authors
 * SPDX-License-Identifier: Apache-2.0
 */
#define _GNU_SOURCE
#include "bench.h"

#include <errno.h>
#include <stdarg.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/epoll.h>
#include <time.h>
#include <unistd.h>

/* A connection's socket in the loop. libdbus has two watches for it, one to read and one to write. */
struct endpoint {
    DBusConnection *bus;
    DBusWatch *reading, *writing;
    int descriptor;
    uint32_t events; /* 0: not in the epoll set */
};

static int epoll_descriptor = -1;
static struct endpoint **endpoints;
static int endpoint_count;
static bool may_be_queued; /* a blocking call may have left messages for which no event comes */
static bool input_ready; /* standard input, while it is in the epoll set, has something */

int64_t bench_now(void) {
    struct timespec now;
    clock_gettime(CLOCK_MONOTONIC, &now);
    return (int64_t)now.tv_sec * 1000000000 + now.tv_nsec;
}

_Noreturn void bench_fail(const char *format, ...) {
    va_list arguments;
    va_start(arguments, format);
    fprintf(stderr, "%s: ", program_invocation_short_name);
    vfprintf(stderr, format, arguments);
    fputc('\n', stderr);
    va_end(arguments);
    exit(1);
}

void bench_need(bool done) {
    if (!done) bench_fail("out of memory");
}

static void open_loop(void) {
    if (epoll_descriptor >= 0) return;
    epoll_descriptor = epoll_create1(EPOLL_CLOEXEC);
    if (epoll_descriptor < 0) bench_fail("epoll_create1: %s", strerror(errno));
}

static void update(struct endpoint *endpoint) {
    uint32_t wanted = 0;
    if (endpoint->reading && dbus_watch_get_enabled(endpoint->reading)) wanted |= EPOLLIN;
    if (endpoint->writing && dbus_watch_get_enabled(endpoint->writing)) wanted |= EPOLLOUT;
    if (wanted == endpoint->events) return;
    struct epoll_event event = {.events = wanted, .data.ptr = endpoint};
    int operation = endpoint->events == 0 ? EPOLL_CTL_ADD : wanted == 0 ? EPOLL_CTL_DEL : EPOLL_CTL_MOD;
    if (epoll_ctl(epoll_descriptor, operation, endpoint->descriptor, &event) != 0)
        bench_fail("epoll_ctl: %s", strerror(errno));
    endpoint->events = wanted;
}

static dbus_bool_t add_watch(DBusWatch *watch, void *data) {
    struct endpoint *endpoint = data;
    endpoint->descriptor = dbus_watch_get_unix_fd(watch);
    if (dbus_watch_get_flags(watch) & DBUS_WATCH_READABLE)
        endpoint->reading = watch;
    else
        endpoint->writing = watch;
    update(endpoint);
    return TRUE;
}

static void remove_watch(DBusWatch *watch, void *data) {
    struct endpoint *endpoint = data;
    if (endpoint->reading == watch) endpoint->reading = NULL;
    if (endpoint->writing == watch) endpoint->writing = NULL;
    update(endpoint);
}

static void toggle_watch(DBusWatch *watch, void *data) {
    (void)watch;
    update(data);
}

static void dispatch(DBusConnection *bus) {
    while (dbus_connection_dispatch(bus) == DBUS_DISPATCH_DATA_REMAINS) continue;
    if (!dbus_connection_get_is_connected(bus)) bench_fail("a bus connection was closed by the bus");
}

DBusConnection *bench_connect(const char *variable) {
    const char *address = getenv(variable);
    if (!address) bench_fail("%s is not set", variable);
    open_loop();
    may_be_queued = true;
    DBusError error = DBUS_ERROR_INIT;
    DBusConnection *bus = dbus_connection_open_private(address, &error);
    if (!bus || !dbus_bus_register(bus, &error)) bench_fail("%s: %s", address, error.message);
    dbus_connection_set_exit_on_disconnect(bus, FALSE);
    struct endpoint *endpoint = calloc(1, sizeof *endpoint);
    struct endpoint **longer = realloc(endpoints, (size_t)(endpoint_count + 1) * sizeof *endpoints);
    bench_need(endpoint && longer);
    endpoint->bus = bus;
    endpoints = longer;
    endpoints[endpoint_count++] = endpoint;
    bench_need(
        dbus_connection_set_watch_functions(bus, add_watch, remove_watch, toggle_watch, endpoint, NULL));
    return bus;
}

void bench_own(DBusConnection *bus, const char *name) {
    may_be_queued = true;
    DBusError error = DBUS_ERROR_INIT;
    if (dbus_bus_request_name(bus, name, DBUS_NAME_FLAG_DO_NOT_QUEUE, &error) != DBUS_REQUEST_NAME_REPLY_PRIMARY_OWNER)
        bench_fail("cannot own %s: %s", name, dbus_error_is_set(&error) ? error.message : "another process does");
}

void bench_match(DBusConnection *bus, const char *rule) {
    may_be_queued = true;
    DBusError error = DBUS_ERROR_INIT;
    dbus_bus_add_match(bus, rule, &error);
    if (dbus_error_is_set(&error)) bench_fail("match rule %s: %s", rule, error.message);
}

/* One turn: waits up to `milliseconds` and handles what came. */
static void turn(int milliseconds) {
    struct epoll_event events[64];
    int count = epoll_wait(epoll_descriptor, events, 64, milliseconds);
    if (count < 0 && errno != EINTR) bench_fail("epoll_wait: %s", strerror(errno));
    for (int i = 0; i < count; i++) {
        struct endpoint *endpoint = events[i].data.ptr;
        if (!endpoint) {
            input_ready = true;
            continue;
        }
        unsigned flags = 0;
        if (events[i].events & (EPOLLIN | EPOLLHUP | EPOLLERR)) flags |= DBUS_WATCH_READABLE;
        if (events[i].events & EPOLLOUT && endpoint->writing) dbus_watch_handle(endpoint->writing, DBUS_WATCH_WRITABLE);
        if (flags && endpoint->reading) dbus_watch_handle(endpoint->reading, flags);
        dispatch(endpoint->bus);
    }
}

static void drain(void) {
    if (!may_be_queued) return;
    may_be_queued = false;
    for (int i = 0; i < endpoint_count; i++)
        if (dbus_connection_get_dispatch_status(endpoints[i]->bus) == DBUS_DISPATCH_DATA_REMAINS)
            dispatch(endpoints[i]->bus);
}

void bench_wait(const volatile int *counter, int target, const char *what, int seconds) {
    if (*counter >= target) return;
    drain();
    int64_t end = bench_now() + (int64_t)seconds * 1000000000;
    while (*counter < target) {
        int64_t left = end - bench_now();
        if (left <= 0) bench_fail("waited %d s for %s (%d of %d)", seconds, what, *counter, target);
        turn((int)(left / 1000000) + 1);
    }
}

void bench_pause(int64_t nanoseconds) {
    int64_t end = bench_now() + nanoseconds;
    for (;;) {
        int64_t left = end - bench_now();
        if (left <= 0) return;
        if (left < 1000000) {
            /* epoll counts in milliseconds: what is shorter is slept, and what came meanwhile is handled after it. */
            struct timespec rest = {.tv_nsec = left};
            nanosleep(&rest, NULL);
            turn(0);
        } else {
            turn((int)(left / 1000000));
        }
    }
}

bool bench_command(char *line, int size) {
    static char buffer[256];
    static int used;
    open_loop();
    struct epoll_event event = {.events = EPOLLIN, .data.ptr = NULL};
    if (epoll_ctl(epoll_descriptor, EPOLL_CTL_ADD, 0, &event) != 0)
        bench_fail("standard input must be a pipe: %s", strerror(errno));
    bool got = false;
    drain();
    for (;;) {
        char *newline = memchr(buffer, '\n', (size_t)used);
        if (newline) {
            int length = (int)(newline - buffer);
            snprintf(line, (size_t)size, "%.*s", length, buffer);
            used -= length + 1;
            memmove(buffer, newline + 1, (size_t)used);
            got = true;
            break;
        }
        input_ready = false;
        while (!input_ready) turn(-1);
        ssize_t length = read(0, buffer + used, sizeof buffer - (size_t)used);
        if (length <= 0) break;
        used += (int)length;
    }
    epoll_ctl(epoll_descriptor, EPOLL_CTL_DEL, 0, NULL);
    return got;
}

void bench_run(void) {
    drain();
    for (;;) turn(-1);
}

void bench_close(void) {
    for (int i = 0; i < endpoint_count; i++) {
        dbus_connection_set_watch_functions(endpoints[i]->bus, NULL, NULL, NULL, NULL, NULL);
        dbus_connection_close(endpoints[i]->bus);
        dbus_connection_unref(endpoints[i]->bus);
        free(endpoints[i]);
    }
    free(endpoints);
    endpoints = NULL;
    endpoint_count = 0;
    close(epoll_descriptor);
    epoll_descriptor = -1;
    dbus_shutdown();
}
