/* SPDX-FileCopyrightText: The Focus Filters authors
 * SPDX-License-Identifier: Apache-2.0
 *
 * Starts a server and takes the time from exec until both of its names are owned, and until it says READY=1; then ends
 * it and waits until the names are free.
 *
 *     run PROGRAM       answer: `ns NAMES READY`
 */
#define _GNU_SOURCE
#include "bench.h"

#include <errno.h>
#include <inttypes.h>
#include <poll.h>
#include <signal.h>
#include <spawn.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/socket.h>
#include <sys/syscall.h>
#include <sys/un.h>
#include <sys/wait.h>
#include <unistd.h>

extern char **environ;

static pid_t child; /* 0: none */
static volatile int owned, freed;
static int64_t owned_at;

static DBusHandlerResult see_owner(DBusConnection *bus, DBusMessage *message, void *data) {
    (void)bus, (void)data;
    const char *name, *old_owner, *new_owner;
    if (!dbus_message_is_signal(message, DBUS_INTERFACE_DBUS, "NameOwnerChanged") ||
        !dbus_message_get_args(message, NULL, DBUS_TYPE_STRING, &name, DBUS_TYPE_STRING, &old_owner, DBUS_TYPE_STRING,
                               &new_owner, DBUS_TYPE_INVALID))
        return DBUS_HANDLER_RESULT_NOT_YET_HANDLED;
    if (strcmp(name, BENCH_SERVER) != 0 && strcmp(name, BENCH_CONTROL) != 0) return DBUS_HANDLER_RESULT_NOT_YET_HANDLED;
    if (*new_owner) {
        owned_at = bench_now();
        owned++;
    } else {
        freed++;
    }
    return DBUS_HANDLER_RESULT_HANDLED;
}

static int open_socket(char *path, size_t size) {
    const char *folder = getenv("XDG_RUNTIME_DIR");
    if (!folder) bench_fail("XDG_RUNTIME_DIR is not set");
    snprintf(path, size, "%s/bench-ready", folder);
    unlink(path);
    struct sockaddr_un address = {.sun_family = AF_UNIX};
    if (strlen(path) >= sizeof address.sun_path) bench_fail("%s is too long for a socket", path);
    strcpy(address.sun_path, path);
    int descriptor = socket(AF_UNIX, SOCK_DGRAM | SOCK_CLOEXEC, 0);
    if (descriptor < 0 || bind(descriptor, (struct sockaddr *)&address, sizeof address) != 0)
        bench_fail("%s: %s", path, strerror(errno));
    return descriptor;
}

/* Waits for a datagram that says READY=1; gives the time at which it came. */
static int64_t wait_ready(int descriptor) {
    for (;;) {
        struct pollfd wait = {.fd = descriptor, .events = POLLIN};
        if (poll(&wait, 1, 30000) != 1) bench_fail("waited 30 s for READY=1");
        int64_t now = bench_now();
        char text[512];
        ssize_t length = recv(descriptor, text, sizeof text - 1, 0);
        if (length < 0) bench_fail("recv: %s", strerror(errno));
        text[length] = 0;
        if (strncmp(text, "READY=1", 7) == 0 || strstr(text, "\nREADY=1")) return now;
    }
}

/* However this process ends, the server does not outlive it. */
static void end_child(void) {
    if (child > 0) kill(child, SIGKILL);
}

static void wait_for_exit(void) {
    int descriptor = (int)syscall(SYS_pidfd_open, child, 0);
    struct pollfd wait = {.fd = descriptor, .events = POLLIN};
    if (descriptor < 0 || poll(&wait, 1, 30000) != 1) bench_fail("waited 30 s for the server to exit after SIGTERM");
    close(descriptor);
    if (waitpid(child, NULL, 0) != child) bench_fail("waitpid: %s", strerror(errno));
    child = 0;
}

static void run(const char *program) {
    char path[256];
    int descriptor = open_socket(path, sizeof path);
    setenv("NOTIFY_SOCKET", path, 1);
    owned = freed = 0;
    char *arguments[] = {(char *)program, NULL};
    int64_t start = bench_now();
    int problem = posix_spawn(&child, program, NULL, NULL, arguments, environ);
    if (problem != 0) bench_fail("%s: %s", program, strerror(problem));
    bench_wait(&owned, 2, "the server's two names", 30);
    int64_t names = owned_at - start;
    int64_t ready = wait_ready(descriptor) - start;
    kill(child, SIGTERM);
    bench_wait(&freed, 2, "the server to leave the bus after SIGTERM", 30);
    wait_for_exit();
    close(descriptor);
    unlink(path);
    printf("ns %" PRId64 " %" PRId64 "\n", names, ready);
}

int main(void) {
    char line[512];
    atexit(end_child);
    DBusConnection *bus = bench_connect("DBUS_SESSION_BUS_ADDRESS");
    bench_need(dbus_connection_add_filter(bus, see_owner, NULL, NULL));
    bench_match(bus, "type='signal',sender='org.freedesktop.DBus',member='NameOwnerChanged',arg0='" BENCH_SERVER "'");
    bench_match(bus, "type='signal',sender='org.freedesktop.DBus',member='NameOwnerChanged',arg0='" BENCH_CONTROL "'");
    puts("watching");
    fflush(stdout);
    while (bench_command(line, sizeof line)) {
        if (strncmp(line, "run ", 4) != 0) bench_fail("no such command: %s", line);
        run(line + 4);
        fflush(stdout);
    }
    bench_close();
    return 0;
}
