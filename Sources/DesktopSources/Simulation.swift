// SPDX-FileCopyrightText: The Focus Filters authors
// SPDX-License-Identifier: Apache-2.0

public import FocusCore

/// The source of trials, demonstrations and tests: facts that are set by hand, instead of all other sources.
public enum Simulation {
    /// In charge of Do Not Disturb wherever it runs, for it runs alone.
    public static let description = SourceDescription(id: "simulation", facts: Set(Fact.types.keys))

    /// The first report: nothing is known.
    public static let start = SourceReport.reading([:], isFirst: true)
}
