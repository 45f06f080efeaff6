/* SPDX-FileCopyrightText: The Focus Filters authors */
/* SPDX-License-Identifier: Apache-2.0 */
#pragma once
#define G_SETTINGS_ENABLE_BACKEND
#include <gio/gio.h>
#include <gio/gsettingsbackend.h>
#include <glib-unix.h>
/* Not in the toolchain's Glibc module. */
#include <malloc.h>
#include <sys/file.h>
#include <sys/signalfd.h>
#include <sys/timerfd.h>

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

static inline gboolean focus_settings_is_writable(GSettingsBackend *backend, const char *path) {
    GSettingsBackendClass *class_of = G_TYPE_INSTANCE_GET_CLASS(backend, G_TYPE_SETTINGS_BACKEND, GSettingsBackendClass);
    return class_of->get_writable ? class_of->get_writable(backend, path) : FALSE;
}
