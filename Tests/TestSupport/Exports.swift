// SPDX-FileCopyrightText: The Focus Filters authors
// SPDX-License-Identifier: Apache-2.0

// Buses and child processes come from the module that AppIntentsTesting ships; the rest of this one is for our own tests.
@_exported public import FocusTestBus
