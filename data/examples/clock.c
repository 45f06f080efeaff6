/* SPDX-FileCopyrightText: The Focus Filters authors
 * SPDX-License-Identifier: Apache-2.0
 *
 * World clocks that show only the cities that matter in the present focus mode: an app in C that offers a focus filter
 * with nothing but libdbus.
 *
 *     cc -o clock clock.c $(pkg-config --cflags --libs dbus-1)
 *
 * What an app does, in the order of this file: it reads the values that it is told (`read_settings`), describes its
 * filter (`put_filter`), registers whenever the agent appears (`register_filters`), performs and acknowledges
 * (`perform`), answers what settings windows ask (`options`, `resolve`, `describe`, `suggest`), and says honestly that
 * something is hidden (`show`). `tasks.py` beside this file tells the same story in Python.
 */
#define _GNU_SOURCE
#include <dbus/dbus.h>
#include <errno.h>
#include <inttypes.h>
#include <poll.h>
#include <signal.h>
#include <stdbool.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <termios.h>
#include <time.h>
#include <unistd.h>

static const char app_id[] = "org.example.Clock";
static const char filter_id[] = "Cities";
static const char handler_path[] = "/org/example/Clock/FocusFilters";
static const char handler_interface[] = "org.focusfilters.Handler1";
static const char agent_name[] = "org.focusfilters.Focus1";
static const char agent_path[] = "/org/focusfilters/Focus1";

/* ---- The app itself: cities and their clocks. ---- */

enum { city_count = 5 };

static const struct city {
    const char *id, *title, *zone;
} cities[city_count] = {
    {"auckland", "Auckland", "Pacific/Auckland"},
    {"berlin", "Berlin", "Europe/Berlin"},
    {"nairobi", "Nairobi", "Africa/Nairobi"},
    {"san-francisco", "San Francisco", "America/Los_Angeles"},
    {"tokyo", "Tokyo", "Asia/Tokyo"},
};

struct settings {
    bool shown[city_count];
    bool seconds;
};

/* What the app shows when no mode says otherwise; the filter's description declares the same. */
static const struct settings defaults = {{true, true, true, true, true}, true};

struct app {
    DBusConnection *bus;
    char *agent; /* the agent's unique bus name; NULL while there is none */
    char *token; /* what this process performed last; NULL at first */
    struct settings settings;
    bool suspended;
    bool bus_gone;
    bool keys; /* a person is at the terminal */
    bool draw;
    FILE *log;
};

static volatile sig_atomic_t stop_requested;

static void request_stop(int number) {
    (void)number;
    stop_requested = 1;
}

/* libdbus reports that memory ran out by FALSE or NULL. This small app has nothing better to do then than to end. */
static void need(bool done) {
    if (!done) {
        fputs("clock: out of memory\n", stderr);
        exit(1);
    }
}

static char *copy(const char *text) {
    char *result = strdup(text);
    need(result != NULL);
    return result;
}

static int hidden_count(const struct settings *settings) {
    int hidden = 0;
    for (int i = 0; i < city_count; i++) hidden += !settings->shown[i];
    return hidden;
}

/* Honesty: what is hidden is said, with the way to see it all the same. */
static void show(const struct app *app, const char *headline) {
    if (!app->draw) return;
    printf("%s\n", headline);
    time_t now = time(NULL);
    for (int i = 0; i < city_count; i++) {
        if (!app->settings.shown[i]) continue;
        struct tm local;
        char text[32];
        setenv("TZ", cities[i].zone, 1);
        tzset();
        localtime_r(&now, &local);
        strftime(text, sizeof text, app->settings.seconds ? "%a %H:%M:%S" : "%a %H:%M", &local);
        printf("  %-14s %s\n", cities[i].title, text);
    }
    int hidden = hidden_count(&app->settings);
    if (hidden > 0)
        printf("  Filtered by Focus: %d hidden%s\n", hidden, app->keys ? " (s to show everything)" : "");
    else if (app->suspended)
        printf("  Focus would hide some%s\n", app->keys ? " (s to filter again)" : "");
    printf("\n");
    fflush(stdout);
}

static void say(const struct app *app, const char *text) {
    if (app->draw) {
        puts(text);
        fflush(stdout);
    }
}

/* ---- One JSON line for each event, for scripts. ---- */

static int64_t monotonic_us(void) {
    struct timespec now;
    clock_gettime(CLOCK_MONOTONIC, &now);
    return (int64_t)now.tv_sec * 1000000 + now.tv_nsec / 1000;
}

static void print_json_string(FILE *file, const char *text) {
    fputc('"', file);
    for (; *text; text++) {
        unsigned char byte = (unsigned char)*text;
        if (byte == '"' || byte == '\\')
            fprintf(file, "\\%c", byte);
        else if (byte < 0x20)
            fprintf(file, "\\u%04x", byte);
        else
            fputc(byte, file); /* what comes over the bus is valid UTF-8 */
    }
    fputc('"', file);
}

static void note(const struct app *app, const char *event) {
    if (!app->log) return;
    fprintf(app->log, "{\"monotonic_us\": %" PRId64 ", \"event\": \"%s\"}\n", monotonic_us(), event);
    fflush(app->log);
}

/* ---- Writing a{sv} ---- */

static void append(DBusMessageIter *iter, int type, const void *value) {
    need(dbus_message_iter_append_basic(iter, type, value));
}

static void open_container(DBusMessageIter *iter, int type, const char *signature, DBusMessageIter *sub) {
    need(dbus_message_iter_open_container(iter, type, signature, sub));
}

static void close_container(DBusMessageIter *iter, DBusMessageIter *sub) {
    need(dbus_message_iter_close_container(iter, sub));
}

struct entry {
    DBusMessageIter entry, value;
};

/* Opens the entry `key` of a dictionary; its value, of type `signature`, is then appended to `entry->value`. */
static void open_entry(DBusMessageIter *dictionary, const char *key, const char *signature, struct entry *entry) {
    open_container(dictionary, DBUS_TYPE_DICT_ENTRY, NULL, &entry->entry);
    append(&entry->entry, DBUS_TYPE_STRING, &key);
    open_container(&entry->entry, DBUS_TYPE_VARIANT, signature, &entry->value);
}

static void close_entry(DBusMessageIter *dictionary, struct entry *entry) {
    close_container(&entry->entry, &entry->value);
    close_container(dictionary, &entry->entry);
}

static void put_string(DBusMessageIter *dictionary, const char *key, const char *value) {
    struct entry entry;
    open_entry(dictionary, key, "s", &entry);
    append(&entry.value, DBUS_TYPE_STRING, &value);
    close_entry(dictionary, &entry);
}

static void put_bool(DBusMessageIter *dictionary, const char *key, bool value) {
    struct entry entry;
    dbus_bool_t wire = value;
    open_entry(dictionary, key, "b", &entry);
    append(&entry.value, DBUS_TYPE_BOOLEAN, &wire);
    close_entry(dictionary, &entry);
}

/* The ids of the shown cities, as `as`. */
static void put_cities(DBusMessageIter *dictionary, const char *key, const bool shown[city_count]) {
    struct entry entry;
    DBusMessageIter array;
    open_entry(dictionary, key, "as", &entry);
    open_container(&entry.value, DBUS_TYPE_ARRAY, "s", &array);
    for (int i = 0; i < city_count; i++)
        if (shown[i]) append(&array, DBUS_TYPE_STRING, &cities[i].id);
    close_container(&entry.value, &array);
    close_entry(dictionary, &entry);
}

static void put_items(DBusMessageIter *array, const bool which[city_count]) {
    for (int i = 0; i < city_count; i++) {
        if (!which[i]) continue;
        DBusMessageIter item;
        open_container(array, DBUS_TYPE_ARRAY, "{sv}", &item);
        put_string(&item, "value", cities[i].id);
        put_string(&item, "title", cities[i].title);
        close_container(array, &item);
    }
}

/* What a person can choose. The file org.example.Clock.filters says the same for the time when the app is not
 * running. */
static void put_filter(DBusMessageIter *filters) {
    DBusMessageIter filter, parameters, parameter, items;
    struct entry entry, cases;
    open_container(filters, DBUS_TYPE_ARRAY, "{sv}", &filter);
    put_string(&filter, "id", filter_id);
    put_string(&filter, "title", "Cities");
    put_string(&filter, "description", "Shows the clocks of the chosen cities only");
    open_entry(&filter, "parameters", "aa{sv}", &entry);
    open_container(&entry.value, DBUS_TYPE_ARRAY, "a{sv}", &parameters);

    open_container(&parameters, DBUS_TYPE_ARRAY, "{sv}", &parameter);
    put_string(&parameter, "id", "cities");
    put_string(&parameter, "type", "enum");
    put_bool(&parameter, "array", true);
    put_string(&parameter, "title", "Cities");
    put_cities(&parameter, "default", defaults.shown);
    put_string(&parameter, "options", "static");
    open_entry(&parameter, "cases", "aa{sv}", &cases);
    open_container(&cases.value, DBUS_TYPE_ARRAY, "a{sv}", &items);
    put_items(&items, defaults.shown);
    close_container(&cases.value, &items);
    close_entry(&parameter, &cases);
    close_container(&parameters, &parameter);

    open_container(&parameters, DBUS_TYPE_ARRAY, "{sv}", &parameter);
    put_string(&parameter, "id", "seconds");
    put_string(&parameter, "type", "bool");
    put_string(&parameter, "title", "Show seconds");
    put_bool(&parameter, "default", defaults.seconds);
    close_container(&parameters, &parameter);

    close_container(&entry.value, &parameters);
    close_entry(&filter, &entry);
    close_container(filters, &filter);
}

/* ---- Reading a{sv} ---- */

/* Goes to the next entry of a dictionary: sets `key`, and `value` to what its variant (or inner dictionary) holds. */
static bool next_entry(DBusMessageIter *dictionary, const char **key, DBusMessageIter *value) {
    DBusMessageIter entry;
    if (dbus_message_iter_get_arg_type(dictionary) != DBUS_TYPE_DICT_ENTRY) return false;
    dbus_message_iter_recurse(dictionary, &entry);
    dbus_message_iter_get_basic(&entry, key);
    dbus_message_iter_next(&entry);
    dbus_message_iter_recurse(&entry, value);
    dbus_message_iter_next(dictionary);
    return true;
}

static bool is_string(DBusMessageIter *value) { return dbus_message_iter_get_arg_type(value) == DBUS_TYPE_STRING; }

static bool is_bool(DBusMessageIter *value) { return dbus_message_iter_get_arg_type(value) == DBUS_TYPE_BOOLEAN; }

static bool get_bool(DBusMessageIter *value) {
    dbus_bool_t wire;
    dbus_message_iter_get_basic(value, &wire);
    return wire;
}

/* Marks the cities whose ids are in `array`, of strings or of variants that hold them. Ids that this version of the
 * app does not know are left out. */
static void mark_cities(DBusMessageIter *array, bool marked[city_count]) {
    DBusMessageIter element;
    memset(marked, 0, city_count * sizeof marked[0]);
    for (dbus_message_iter_recurse(array, &element); dbus_message_iter_get_arg_type(&element) != DBUS_TYPE_INVALID;
         dbus_message_iter_next(&element)) {
        DBusMessageIter value = element;
        if (dbus_message_iter_get_arg_type(&value) == DBUS_TYPE_VARIANT) dbus_message_iter_recurse(&element, &value);
        if (!is_string(&value)) continue;
        const char *id;
        dbus_message_iter_get_basic(&value, &id);
        for (int i = 0; i < city_count; i++)
            if (strcmp(cities[i].id, id) == 0) marked[i] = true;
    }
}

/* Reads a{sv} values. Those of a Perform are complete; those of a Describe may leave out what is at its default. Keys
 * that this version does not know are left alone. */
static struct settings read_settings(DBusMessageIter *values) {
    struct settings settings = defaults;
    DBusMessageIter dictionary, value;
    const char *key;
    dbus_message_iter_recurse(values, &dictionary);
    while (next_entry(&dictionary, &key, &value)) {
        if (strcmp(key, "cities") == 0 && dbus_message_iter_get_arg_type(&value) == DBUS_TYPE_ARRAY)
            mark_cities(&value, settings.shown);
        else if (strcmp(key, "seconds") == 0 && is_bool(&value))
            settings.seconds = get_bool(&value);
    }
    return settings;
}

struct transition {
    const char *token, *reason;
    const char *mode_name; /* NULL unless the person allowed this app to know it; empty: no mode */
    dbus_uint64_t serial;
    bool active;
};

static struct transition read_transition(DBusMessageIter *argument) {
    struct transition transition = {.token = "", .reason = "changed"};
    DBusMessageIter dictionary, value;
    const char *key;
    dbus_message_iter_recurse(argument, &dictionary);
    while (next_entry(&dictionary, &key, &value)) {
        if (strcmp(key, "token") == 0 && is_string(&value))
            dbus_message_iter_get_basic(&value, &transition.token);
        else if (strcmp(key, "reason") == 0 && is_string(&value))
            dbus_message_iter_get_basic(&value, &transition.reason);
        else if (strcmp(key, "mode-name") == 0 && is_string(&value))
            dbus_message_iter_get_basic(&value, &transition.mode_name);
        else if (strcmp(key, "serial") == 0 && dbus_message_iter_get_arg_type(&value) == DBUS_TYPE_UINT64)
            dbus_message_iter_get_basic(&value, &transition.serial);
        else if (strcmp(key, "active") == 0 && is_bool(&value))
            transition.active = get_bool(&value);
    }
    return transition;
}

/* ---- Calling the agent ---- */

static void answered(DBusPendingCall *pending, void *data) {
    struct app *app = data;
    DBusMessage *reply = dbus_pending_call_steal_reply(pending);
    DBusError error = DBUS_ERROR_INIT;
    if (dbus_set_error_from_message(&error, reply)) {
        note(app, "refused");
        if (app->draw) printf("Focus Filters refused: %s (%s)\n", error.message, error.name);
        dbus_error_free(&error);
    } else if (strcmp(dbus_message_get_signature(reply), "a{sa{sv}}") == 0) {
        /* RegisterFilters. The snapshot is for reading: what is to be done comes as a Perform. */
        DBusMessageIter iter, filters, state, value;
        const char *filter, *key;
        dbus_message_iter_init(reply, &iter);
        dbus_message_iter_recurse(&iter, &filters);
        while (next_entry(&filters, &filter, &state))
            while (next_entry(&state, &key, &value))
                if (strcmp(key, "suspended") == 0 && is_bool(&value)) app->suspended = get_bool(&value);
        note(app, "registered");
    }
    dbus_message_unref(reply);
}

static DBusMessage *call_to_agent(const char *member) {
    DBusMessage *call = dbus_message_new_method_call(agent_name, agent_path, agent_name, member);
    need(call != NULL);
    /* An app does not start the agent; the person's session does. */
    dbus_message_set_auto_start(call, FALSE);
    return call;
}

static void send_to_agent(struct app *app, DBusMessage *call) {
    DBusPendingCall *pending = NULL;
    need(dbus_connection_send_with_reply(app->bus, call, &pending, 10000));
    if (pending) { /* NULL when the bus is gone */
        need(dbus_pending_call_set_notify(pending, answered, app, NULL));
        dbus_pending_call_unref(pending);
    }
    dbus_message_unref(call);
}

static void register_filters(struct app *app) {
    DBusMessage *call = call_to_agent("RegisterFilters");
    DBusMessageIter iter, filters, options, performed, pair;
    const char *id = app_id, *path = handler_path, *filter = filter_id;
    struct entry entry;
    dbus_message_iter_init_append(call, &iter);
    append(&iter, DBUS_TYPE_STRING, &id);
    append(&iter, DBUS_TYPE_OBJECT_PATH, &path);
    open_container(&iter, DBUS_TYPE_ARRAY, "a{sv}", &filters);
    put_filter(&filters);
    close_container(&iter, &filters);
    open_container(&iter, DBUS_TYPE_ARRAY, "{sv}", &options);
    /* What this process performed last, so that an agent that was restarted does not tell it the same again. */
    open_entry(&options, "performed", "a{ss}", &entry);
    open_container(&entry.value, DBUS_TYPE_ARRAY, "{ss}", &performed);
    if (app->token) {
        open_container(&performed, DBUS_TYPE_DICT_ENTRY, NULL, &pair);
        append(&pair, DBUS_TYPE_STRING, &filter);
        append(&pair, DBUS_TYPE_STRING, &app->token);
        close_container(&performed, &pair);
    }
    close_container(&entry.value, &performed);
    close_entry(&options, &entry);
    close_container(&iter, &options);
    send_to_agent(app, call);
}

static void toggle_suspension(struct app *app) {
    DBusMessage *call = call_to_agent("Suspend");
    DBusMessageIter iter, options;
    const char *filter = filter_id;
    dbus_bool_t on = !app->suspended;
    dbus_message_iter_init_append(call, &iter);
    append(&iter, DBUS_TYPE_STRING, &filter);
    append(&iter, DBUS_TYPE_BOOLEAN, &on);
    open_container(&iter, DBUS_TYPE_ARRAY, "{sv}", &options);
    close_container(&iter, &options);
    send_to_agent(app, call); /* the list changes when the Perform comes */
}

/* `owner` is empty when the agent left. What is shown stays as it is: a restart of the agent must not flicker. */
static void agent_changed(struct app *app, const char *owner) {
    bool was_there = app->agent != NULL;
    free(app->agent);
    app->agent = *owner ? copy(owner) : NULL;
    if (app->agent) {
        register_filters(app);
    } else {
        note(app, was_there ? "agent-gone" : "agent-absent");
        say(app, "Focus Filters is not running. The clocks stay as they are until it is back.");
    }
}

static void agent_looked_up(DBusPendingCall *pending, void *data) {
    DBusMessage *reply = dbus_pending_call_steal_reply(pending);
    const char *owner = ""; /* an error reply (whose argument is a string, too): nobody owns the name */
    if (dbus_message_get_type(reply) == DBUS_MESSAGE_TYPE_METHOD_RETURN)
        dbus_message_get_args(reply, NULL, DBUS_TYPE_STRING, &owner, DBUS_TYPE_INVALID);
    agent_changed(data, owner);
    dbus_message_unref(reply);
}

static void watch_agent(struct app *app) {
    /* First the match, then the question: no change can fall between them. */
    dbus_bus_add_match(app->bus,
                       "type='signal',sender='org.freedesktop.DBus',interface='org.freedesktop.DBus',"
                       "member='NameOwnerChanged',arg0='org.focusfilters.Focus1'",
                       NULL);
    DBusMessage *call =
        dbus_message_new_method_call(DBUS_SERVICE_DBUS, DBUS_PATH_DBUS, DBUS_INTERFACE_DBUS, "GetNameOwner");
    const char *name = agent_name;
    need(call && dbus_message_append_args(call, DBUS_TYPE_STRING, &name, DBUS_TYPE_INVALID));
    DBusPendingCall *pending = NULL;
    need(dbus_connection_send_with_reply(app->bus, call, &pending, 10000));
    if (pending) {
        need(dbus_pending_call_set_notify(pending, agent_looked_up, app, NULL));
        dbus_pending_call_unref(pending);
    }
    dbus_message_unref(call);
}

/* ---- Handler1 ---- */

static void perform(struct app *app, DBusMessageIter *arguments, DBusMessageIter *reply) {
    (void)reply; /* an empty reply acknowledges */
    int64_t received = monotonic_us();
    app->settings = read_settings(arguments);
    dbus_message_iter_next(arguments);
    struct transition transition = read_transition(arguments);
    app->suspended = strcmp(transition.reason, "suspended") == 0;
    free(app->token);
    app->token = copy(transition.token);

    char headline[256];
    bool is_shared = transition.mode_name && *transition.mode_name;
    snprintf(headline, sizeof headline, "World clock, %s%s%s", transition.reason, is_shared ? ": " : "",
             is_shared ? transition.mode_name : "");
    show(app, headline);
    if (!app->log) return;
    fprintf(app->log, "{\"monotonic_us\": %" PRId64 ", \"event\": \"perform\", \"filter\": \"%s\"", received, filter_id);
    fprintf(app->log, ", \"serial\": %" PRIu64, (uint64_t)transition.serial);
    fprintf(app->log, ", \"active\": %s, \"reason\": ", transition.active ? "true" : "false");
    print_json_string(app->log, transition.reason);
    fputs(", \"token\": ", app->log);
    print_json_string(app->log, transition.token);
    if (transition.mode_name) {
        fputs(", \"mode-name\": ", app->log);
        print_json_string(app->log, transition.mode_name);
    }
    fputs(", \"values\": {\"cities\": [", app->log);
    const char *separator = "";
    for (int i = 0; i < city_count; i++) {
        if (!app->settings.shown[i]) continue;
        fprintf(app->log, "%s\"%s\"", separator, cities[i].id);
        separator = ", ";
    }
    fprintf(app->log, "], \"seconds\": %s}}\n", app->settings.seconds ? "true" : "false");
    fflush(app->log);
}

/* Sections with what can be chosen: here one, without a title. */
static void options(struct app *app, DBusMessageIter *arguments, DBusMessageIter *reply) {
    (void)app, (void)arguments;
    DBusMessageIter sections, section, items;
    struct entry entry;
    open_container(reply, DBUS_TYPE_ARRAY, "a{sv}", &sections);
    open_container(&sections, DBUS_TYPE_ARRAY, "{sv}", &section);
    open_entry(&section, "items", "aa{sv}", &entry);
    open_container(&entry.value, DBUS_TYPE_ARRAY, "a{sv}", &items);
    put_items(&items, defaults.shown);
    close_container(&entry.value, &items);
    close_entry(&section, &entry);
    close_container(&sections, &section);
    close_container(reply, &sections);
}

static void resolve(struct app *app, DBusMessageIter *arguments, DBusMessageIter *reply) {
    (void)app;
    bool asked[city_count];
    DBusMessageIter items;
    dbus_message_iter_next(arguments); /* the parameter */
    mark_cities(arguments, asked);
    open_container(reply, DBUS_TYPE_ARRAY, "a{sv}", &items);
    put_items(&items, asked);
    close_container(reply, &items);
}

/* One configuration in words, as a settings window shows it. */
static void describe(struct app *app, DBusMessageIter *arguments, DBusMessageIter *reply) {
    (void)app;
    struct settings settings = read_settings(arguments);
    DBusMessageIter description;
    char title[256] = "";
    for (int i = 0; i < city_count; i++) {
        if (!settings.shown[i]) continue;
        if (*title) strcat(title, ", ");
        strcat(title, cities[i].title); /* all five together fit */
    }
    open_container(reply, DBUS_TYPE_ARRAY, "{sv}", &description);
    put_string(&description, "title", *title ? title : "No cities");
    put_string(&description, "subtitle", settings.seconds ? "With seconds" : "Without seconds");
    close_container(reply, &description);
}

/* Ready-made configurations: here one. */
static void suggest(struct app *app, DBusMessageIter *arguments, DBusMessageIter *reply) {
    (void)app, (void)arguments;
    static const bool europe[city_count] = {[1] = true};
    DBusMessageIter suggestions, suggestion, values;
    struct entry entry;
    open_container(reply, DBUS_TYPE_ARRAY, "a{sv}", &suggestions);
    open_container(&suggestions, DBUS_TYPE_ARRAY, "{sv}", &suggestion);
    put_string(&suggestion, "title", "Berlin, calm");
    open_entry(&suggestion, "values", "a{sv}", &entry);
    open_container(&entry.value, DBUS_TYPE_ARRAY, "{sv}", &values);
    put_cities(&values, "cities", europe);
    put_bool(&values, "seconds", false);
    close_container(&entry.value, &values);
    close_entry(&suggestion, &entry);
    close_container(&suggestions, &suggestion);
    close_container(reply, &suggestions);
}

static const struct method {
    const char *name, *signature;
    void (*answer)(struct app *, DBusMessageIter *arguments, DBusMessageIter *reply);
} methods[] = {
    {"Perform", "sa{sv}a{sv}", perform}, {"Options", "ssa{sv}", options},       {"Resolve", "ssava{sv}", resolve},
    {"Describe", "sa{sv}a{sv}", describe}, {"Suggest", "sa{sv}", suggest},
};

static void send_and_unref(struct app *app, DBusMessage *message) {
    need(message && dbus_connection_send(app->bus, message, NULL));
    dbus_message_unref(message);
}

static const struct method *find_method(DBusMessage *call) {
    if (dbus_message_has_interface(call, handler_interface))
        for (size_t i = 0; i < sizeof methods / sizeof methods[0]; i++)
            if (dbus_message_has_member(call, methods[i].name)) return &methods[i];
    return NULL;
}

static DBusHandlerResult handle_call(DBusConnection *bus, DBusMessage *call, void *data) {
    (void)bus;
    struct app *app = data;
    if (dbus_message_get_type(call) != DBUS_MESSAGE_TYPE_METHOD_CALL) return DBUS_HANDLER_RESULT_NOT_YET_HANDLED;
    if (dbus_message_is_method_call(call, DBUS_INTERFACE_PROPERTIES, "Get")) {
        /* The interface's only property. */
        DBusMessage *reply = dbus_message_new_method_return(call);
        DBusMessageIter iter, variant;
        dbus_uint32_t version = 1;
        need(reply != NULL);
        dbus_message_iter_init_append(reply, &iter);
        open_container(&iter, DBUS_TYPE_VARIANT, "u", &variant);
        append(&variant, DBUS_TYPE_UINT32, &version);
        close_container(&iter, &variant);
        send_and_unref(app, reply);
        return DBUS_HANDLER_RESULT_HANDLED;
    }
    const struct method *method = find_method(call);
    if (!method) return DBUS_HANDLER_RESULT_NOT_YET_HANDLED; /* libdbus answers UnknownMethod */

    /* Any process on the bus can call this object; only the agent may. */
    const char *sender = dbus_message_get_sender(call), *filter;
    if (!app->agent || !sender || strcmp(sender, app->agent) != 0) {
        send_and_unref(app, dbus_message_new_error(call, DBUS_ERROR_ACCESS_DENIED, "Only the agent may call this."));
        return DBUS_HANDLER_RESULT_HANDLED;
    }
    if (!dbus_message_has_signature(call, method->signature)) {
        send_and_unref(app, dbus_message_new_error(call, DBUS_ERROR_INVALID_ARGS, method->signature));
        return DBUS_HANDLER_RESULT_HANDLED;
    }
    DBusMessageIter arguments, results;
    dbus_message_iter_init(call, &arguments);
    dbus_message_iter_get_basic(&arguments, &filter);
    if (strcmp(filter, filter_id) != 0) {
        send_and_unref(app, dbus_message_new_error(call, "org.focusfilters.Error.UnknownFilter", filter));
        return DBUS_HANDLER_RESULT_HANDLED;
    }
    dbus_message_iter_next(&arguments);
    DBusMessage *reply = dbus_message_new_method_return(call);
    need(reply != NULL);
    dbus_message_iter_init_append(reply, &results);
    method->answer(app, &arguments, &results);
    send_and_unref(app, reply);
    return DBUS_HANDLER_RESULT_HANDLED;
}

static DBusHandlerResult see_signal(DBusConnection *bus, DBusMessage *message, void *data) {
    (void)bus;
    struct app *app = data;
    const char *name, *old_owner, *new_owner;
    if (dbus_message_is_signal(message, DBUS_INTERFACE_LOCAL, "Disconnected")) {
        app->bus_gone = true;
    } else if (dbus_message_is_signal(message, DBUS_INTERFACE_DBUS, "NameOwnerChanged") &&
               dbus_message_has_sender(message, DBUS_SERVICE_DBUS) &&
               dbus_message_get_args(message, NULL, DBUS_TYPE_STRING, &name, DBUS_TYPE_STRING, &old_owner,
                                     DBUS_TYPE_STRING, &new_owner, DBUS_TYPE_INVALID) &&
               strcmp(name, agent_name) == 0) {
        agent_changed(app, new_owner);
    }
    return DBUS_HANDLER_RESULT_NOT_YET_HANDLED;
}

/* ---- The main loop ---- */

static void read_key(struct app *app) {
    char key;
    ssize_t count = read(0, &key, 1);
    if (count == 0 || (count == 1 && key == 'q')) stop_requested = 1;
    if (count == 1 && key == 's' && app->agent) toggle_suspension(app);
}

/* Everything happens here: the bus, the keys, the signals that ask to stop, and the clocks' tick. A stop can only come
 * while ppoll waits, so none is missed. */
static void run(struct app *app, const sigset_t *signals_while_waiting) {
    int socket;
    need(dbus_connection_get_unix_fd(app->bus, &socket));
    while (!stop_requested && !app->bus_gone) {
        while (dbus_connection_dispatch(app->bus) == DBUS_DISPATCH_DATA_REMAINS) continue;
        struct pollfd sources[] = {{.fd = socket, .events = POLLIN}, {.fd = app->keys ? 0 : -1, .events = POLLIN}};
        if (dbus_connection_has_messages_to_send(app->bus)) sources[0].events |= POLLOUT;
        /* Only a person at a terminal sees the clocks run; otherwise there is nothing to wake up for. */
        struct timespec now, wait = {0};
        clock_gettime(CLOCK_REALTIME, &now);
        wait.tv_sec = app->settings.seconds ? 0 : 59 - now.tv_sec % 60;
        wait.tv_nsec = 999999999 - now.tv_nsec;
        int ready = ppoll(sources, 2, app->keys ? &wait : NULL, signals_while_waiting);
        if (ready == 0) show(app, "World clock");
        if (ready <= 0) continue;
        if (sources[0].revents) dbus_connection_read_write(app->bus, 0);
        if (sources[1].revents) read_key(app);
    }
}

static void usage(FILE *file) {
    fputs("usage: clock [--json | --quiet-log FILE]\n"
          "  --json            print one JSON line for each event instead of the clocks\n"
          "  --quiet-log FILE  print nothing; append the JSON lines to FILE\n",
          file);
}

int main(int count, char **arguments) {
    struct app app = {.settings = defaults, .draw = true};
    if (count == 2 && strcmp(arguments[1], "--json") == 0) {
        app.log = stdout;
    } else if (count == 3 && strcmp(arguments[1], "--quiet-log") == 0) {
        app.log = fopen(arguments[2], "ae");
        if (!app.log) {
            perror(arguments[2]);
            return 1;
        }
    } else if (count != 1) {
        usage(stderr);
        return 2;
    }
    app.draw = app.log == NULL;

    sigset_t stops, before;
    sigemptyset(&stops);
    sigaddset(&stops, SIGINT);
    sigaddset(&stops, SIGTERM);
    sigprocmask(SIG_BLOCK, &stops, &before);
    struct sigaction action = {.sa_handler = request_stop};
    sigaction(SIGINT, &action, NULL);
    sigaction(SIGTERM, &action, NULL);

    DBusError error = DBUS_ERROR_INIT;
    int result = 1;
    struct termios terminal;
    app.bus = dbus_bus_get(DBUS_BUS_SESSION, &error);
    if (!app.bus) {
        fprintf(stderr, "clock: there is no session bus to join: %s\n", error.message);
        dbus_error_free(&error);
        goto done;
    }
    dbus_connection_set_exit_on_disconnect(app.bus, FALSE);
    need(dbus_connection_add_filter(app.bus, see_signal, &app, NULL));
    static const DBusObjectPathVTable table = {.message_function = handle_call};
    need(dbus_connection_register_object_path(app.bus, handler_path, &table, &app));
    /* The name says who registers; a second instance is told so at once. */
    if (dbus_bus_request_name(app.bus, app_id, DBUS_NAME_FLAG_DO_NOT_QUEUE, &error) !=
        DBUS_REQUEST_NAME_REPLY_PRIMARY_OWNER) {
        fprintf(stderr, "clock: %s\n", dbus_error_is_set(&error) ? error.message : "it is already running");
        dbus_error_free(&error);
        goto leave;
    }
    watch_agent(&app);

    app.keys = app.draw && isatty(0) && tcgetpgrp(0) == getpgrp() && tcgetattr(0, &terminal) == 0;
    if (app.keys) {
        struct termios raw = terminal;
        raw.c_lflag &= ~(tcflag_t)(ICANON | ECHO);
        tcsetattr(0, TCSADRAIN, &raw);
        say(&app, "Keys: s shows everything or filters again, q quits.\n");
    }
    show(&app, "World clock");
    run(&app, &before);
    if (app.keys) tcsetattr(0, TCSADRAIN, &terminal);
    if (app.bus_gone)
        fputs("clock: the session bus is gone\n", stderr);
    else
        result = 0;

leave:
    /* Leaving the bus withdraws the filter and the name. */
    dbus_connection_unregister_object_path(app.bus, handler_path);
    dbus_connection_remove_filter(app.bus, see_signal, &app);
    dbus_connection_unref(app.bus);
    dbus_shutdown();
done:
    free(app.agent);
    free(app.token);
    if (app.log && app.log != stdout) fclose(app.log);
    return result;
}
