// SPDX-FileCopyrightText: The Focus Filters authors
// SPDX-License-Identifier: Apache-2.0

internal import FocusAgent
internal import FocusCore

/// A mode's file and a drop-in, the text of the mode that they say, and an edit.
enum ModeFileTarget {
    static func run(_ input: inout FuzzInput) throws(Finding) {
        guard let id = ModeID("work") else { return }
        let dropIn = input.flag() ? Array(input.text().utf8) : nil
        let bytes = input.rest()
        let base = TextFile(path: "/base", bytes: bytes)
        let reading: ModeFile.Reading
        do throws(FileError) {
            reading = try ModeFile.read(
                id, base: base, dropIns: dropIn.map { [TextFile(path: "/drop-in", bytes: $0)] } ?? [], locale: "de",
                value: GVariantText.parse)
        } catch {
            return try TextPlaces(error.path == "/base" ? bytes : dropIn ?? []).check(error.error)
        }
        try KeyFileTarget.check(reading.warnings.filter { $0.file == "/base" }, in: bytes)
        try KeyFileTarget.check(reading.warnings.filter { $0.file != "/base" }, in: dropIn ?? [])
        let text = ModeFile.text(of: reading.mode)
        let again = try read(id, text, "a mode's own text")
        try Finding.unlessEqual(ModeFile.text(of: again), text, "a mode's text, read and written")
        try Finding.unlessEqual(again.filters, reading.mode.filters, "what a mode configures, read and written")
        try edit(id, bytes)
    }

    private static func read(_ id: ModeID, _ text: [UInt8], _ what: String) throws(Finding) -> Mode {
        do throws(FileError) {
            return try ModeFile.read(id, base: TextFile(path: "/base", bytes: text), value: GVariantText.parse).mode
        } catch {
            throw Finding("\(what) is refused: \(error)\n\(String(decoding: text, as: UTF8.self).prefix(4000))")
        }
    }

    /// What can be read can be edited, and only what was named changes.
    private static func edit(_ id: ModeID, _ bytes: [UInt8]) throws(Finding) {
        guard let filter = FilterKey("org.example.App/Filter"), let parameter = Identifier("parameter"),
            var expected =
                (try? ModeFile.read(id, base: TextFile(path: "/base", bytes: bytes), value: GVariantText.parse))?.mode
        else { return }
        let values: [Identifier: ConfiguredValue] = [parameter: .value(.array([.string("'\"\\\n"), .string("")]))]
        let edit = ModeEdit(
            keys: ["Priority": "-7", "Name": " a\tname ", "When": String?.none],
            filters: [filter: values.mapValues { gvariantText(of: $0) }])
        let edited: [UInt8]
        do throws(TextError) {
            edited = try edit.applied(to: bytes)
        } catch {
            throw Finding("a mode that can be read cannot be edited: \(error)")
        }
        expected.priority = -7
        expected.name = " a\tname "
        expected.condition = nil
        expected.filters[filter] = values
        try Finding.unlessEqual(read(id, edited, "an edited mode"), expected, "an edited mode")
    }
}
