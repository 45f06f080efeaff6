/* SPDX-FileCopyrightText: The Focus Filters authors */
/* SPDX-License-Identifier: Apache-2.0 */
#pragma once
#define G_SETTINGS_ENABLE_BACKEND
#include <gio/gio.h>
#include <gio/gsettingsbackend.h>
#include <glib-unix.h>
/* Not in the toolchain's Glibc module. */
#include <fcntl.h>
#include <malloc.h>
#include <signal.h>
#include <sys/prctl.h>
#include <sys/file.h>
#include <sys/signalfd.h>
#include <sys/stat.h>
#include <sys/syscall.h>
#include <sys/timerfd.h>
#include <unistd.h>

/* Cast macros and class functions that Swift does not see. */

static inline const char *focus_type_name(void *object) { return G_OBJECT_TYPE_NAME(object); }

/* What the store holds at `path`; NULL if nothing, or something of another type, as GSettings itself does it. */
static inline GVariant *focus_settings_read(GSettingsBackend *backend, const char *path, const GVariantType *type) {
    GSettingsBackendClass *class_of = G_TYPE_INSTANCE_GET_CLASS(backend, G_TYPE_SETTINGS_BACKEND, GSettingsBackendClass);
    GVariant *value = class_of->read ? class_of->read(backend, path, type, FALSE) : NULL;
    if (value == NULL)
        return NULL;
    value = g_variant_take_ref(value);
    if (!g_variant_is_of_type(value, type)) {
        g_variant_unref(value);
        return NULL;
    }
    return value;
}

/* Takes over a floating reference to `value`. FALSE: the key may not be written. */
static inline gboolean focus_settings_write(GSettingsBackend *backend, const char *path, GVariant *value) {
    GSettingsBackendClass *class_of = G_TYPE_INSTANCE_GET_CLASS(backend, G_TYPE_SETTINGS_BACKEND, GSettingsBackendClass);
    g_variant_ref_sink(value);
    gboolean is_taken = class_of->write ? class_of->write(backend, path, value, NULL) : FALSE;
    g_variant_unref(value);
    return is_taken;
}

/* FALSE: the key may not be written. */
static inline gboolean focus_settings_reset(GSettingsBackend *backend, const char *path) {
    GSettingsBackendClass *class_of = G_TYPE_INSTANCE_GET_CLASS(backend, G_TYPE_SETTINGS_BACKEND, GSettingsBackendClass);
    if (class_of->reset == NULL || (class_of->get_writable && !class_of->get_writable(backend, path)))
        return FALSE;
    class_of->reset(backend, path, NULL);
    return TRUE;
}

/* Whether the user, and not an administrator, set the key. */
static inline gboolean focus_settings_is_set(GSettingsBackend *backend, const char *path, const GVariantType *type) {
    GSettingsBackendClass *class_of = G_TYPE_INSTANCE_GET_CLASS(backend, G_TYPE_SETTINGS_BACKEND, GSettingsBackendClass);
    GVariant *value = class_of->read_user_value ? class_of->read_user_value(backend, path, type) : NULL;
    if (value == NULL)
        return FALSE;
    g_variant_unref(g_variant_take_ref(value));
    return TRUE;
}

static inline gboolean focus_settings_is_writable(GSettingsBackend *backend, const char *path) {
    GSettingsBackendClass *class_of = G_TYPE_INSTANCE_GET_CLASS(backend, G_TYPE_SETTINGS_BACKEND, GSettingsBackendClass);
    return class_of->get_writable ? class_of->get_writable(backend, path) : FALSE;
}

/* Variadic, or not in the module. */

/* GDesktopAppInfo is in the library, and its header in a folder of its own. */
static inline gboolean focus_app_notifies(void *app_info) {
    extern GType g_desktop_app_info_get_type(void);
    extern gboolean g_desktop_app_info_get_boolean(void *, const char *);
    return G_TYPE_CHECK_INSTANCE_TYPE(app_info, g_desktop_app_info_get_type()) &&
           g_desktop_app_info_get_boolean(app_info, "X-GNOME-UsesNotifications");
}

static inline gboolean focus_app_exists(const char *desktop_id) {
    extern void *g_desktop_app_info_new(const char *);
    void *app_info = g_desktop_app_info_new(desktop_id);
    if (app_info == NULL)
        return FALSE;
    g_object_unref(app_info);
    return TRUE;
}

static inline int focus_pipe(int ends[2]) {
    extern int pipe2(int[2], int);
    return pipe2(ends, O_CLOEXEC);
}

static inline int focus_pidfd_open(pid_t pid) { return (int) syscall(SYS_pidfd_open, pid, 0); }

/* Between fork and exec, so nothing but system calls: a child starts with its own process group, the usual signals and the
   session's umask (`data`), and dies with the agent. */
static inline void focus_child_setup(gpointer data) {
    struct sigaction usual = {.sa_handler = SIG_DFL};
    sigset_t none;
    setpgid(0, 0);
    prctl(PR_SET_PDEATHSIG, SIGKILL);
    for (int number = 1; number < 32; number++) sigaction(number, &usual, NULL);
    sigemptyset(&none);
    sigprocmask(SIG_SETMASK, &none, NULL);
    umask((mode_t) GPOINTER_TO_SIZE(data));
}

/* GLib's, with what never varies here: it closes every other descriptor in the child. */
static inline gboolean focus_spawn(
    const char *folder, char **arguments, char **environment, mode_t mask, int input, int output, GPid *pid,
    GError **error) {
    return g_spawn_async_with_pipes_and_fds(
        folder, (const gchar *const *) arguments, (const gchar *const *) environment, G_SPAWN_DO_NOT_REAP_CHILD,
        focus_child_setup, GSIZE_TO_POINTER((gsize) mask), input, output, output, NULL, NULL, 0, pid, NULL, NULL, NULL,
        error);
}
