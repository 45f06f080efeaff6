// SPDX-FileCopyrightText: The Focus Filters authors
// SPDX-License-Identifier: Apache-2.0

internal import FocusAgent
internal import FocusCore

/// One byte says what the rest of the input is taken for.
enum KeyFileTarget {
    private enum Kind: CaseIterable {
        case keyFile
        case mode
        case descriptor
        case settings
        case state
        case record
    }

    static func run(_ input: inout FuzzInput) throws(Finding) {
        switch input.element(of: Kind.allCases) {
        case .keyFile: try KeyFileEdits.run(&input)
        case .mode: try ModeFileTarget.run(&input)
        case .descriptor: try readDescriptor(input.rest())
        case .settings: try readSettings(input.rest())
        case .state: try readState(input.rest())
        case .record: try RecordTarget.run(&input)
        }
    }

    private static func readDescriptor(_ bytes: [UInt8]) throws(Finding) {
        guard let app = AppID("org.example.App") else { return }
        let reading: DescriptorFile.Reading
        do throws(FileError) {
            reading = try DescriptorFile.read(
                app, TextFile(path: "/file", bytes: bytes), locale: "de", value: GVariantText.parse)
        } catch {
            return try TextPlaces(bytes).check(error.error)
        }
        try check(reading.warnings, in: bytes)
        do throws(FocusError) {
            try FilterDescriptor.validate(reading.descriptor.filters)
        } catch {
            throw Finding("a descriptor file offers what is not valid: \(error.message)")
        }
    }

    private static func readSettings(_ bytes: [UInt8]) throws(Finding) {
        let reading: AgentSettings.Reading
        do throws(FileError) {
            reading = try AgentSettings.read([TextFile(path: "/file", bytes: bytes)])
        } catch {
            return try TextPlaces(bytes).check(error.error)
        }
        try check(reading.warnings, in: bytes)
        guard let app = AppID("org.example.App") else { return }
        let edited: AgentSettings
        do {
            let text = try AgentSettings.text(bytes, allowing: app, shareMode: true, activate: false)
            edited = try AgentSettings.read([TextFile(path: "/file", bytes: text)]).settings
        } catch {
            throw Finding("settings that can be read cannot be edited: \(error)")
        }
        var expected = reading.settings
        expected.policies[app] = AppPolicy(shareMode: true, activate: false)
        try Finding.unlessEqual(edited, expected, "settings with one policy changed")
    }

    private static func readState(_ bytes: [UInt8]) throws(Finding) {
        // Without a digest that fits nothing is read; RecordTarget writes one.
        do throws(TextError) {
            _ = try StateText.agentRecord(bytes)
        } catch {
            try TextPlaces(bytes).check(error)
        }
        do throws(TextError) {
            _ = try StateText.appRecord(bytes)
        } catch {
            try TextPlaces(bytes).check(error)
        }
    }

    static func check(_ warnings: [Problem], in bytes: [UInt8]) throws(Finding) {
        let places = TextPlaces(bytes)
        try Finding.unless(warnings.count <= 100, "\(warnings.count) warnings about one file")
        for warning in warnings { try places.check(warning) }
    }
}
