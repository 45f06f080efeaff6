/* SPDX-FileCopyrightText: The Focus Filters authors */
/* SPDX-License-Identifier: Apache-2.0 */
#pragma once
#include <gio/gio.h>
#include <glib-unix.h>
/* Not in the toolchain's Glibc module. */
#include <sys/file.h>
#include <sys/signalfd.h>
#include <sys/timerfd.h>
