// SPDX-FileCopyrightText: The Focus Filters authors
// SPDX-License-Identifier: Apache-2.0

import Testing

@testable import FocusCore

struct ModeEditTests {
    func applied(
        _ edit: ModeEdit, to text: String, inherited: Set<FilterKey> = []
    ) throws(TextError) -> String {
        String(decoding: try edit.applied(to: Array(text.utf8), inherited: inherited), as: UTF8.self)
    }

    @Test func keys_areChangedInPlace() throws {
        let text = "# my mode\n[Mode]\n# called\nName = Old \nPriority=5\nX-a=b\n\n[Filter a.b/C]\nx=1\n"
        let edit = ModeEdit(keys: [
            "Name": " New\nname", "Priority": nil, "When": "idle and\n  not locked", "Color": nil,
        ])
        #expect(
            try applied(edit, to: text)
                == "# my mode\n[Mode]\n# called\nName = \\sNew\\nname\nX-a=b\nWhen=idle and not locked\n\n"
                + "[Filter a.b/C]\nx=1\n")
    }

    @Test func aNewDropIn_isWritten() throws {
        let edit = ModeEdit(
            keys: ["Enabled": "false"], filters: [filterKey("a.b/C"): [id("y"): "'a'", id("x"): "nothing"]])
        #expect(try applied(edit, to: "") == "[Mode]\nEnabled=false\n\n[Filter a.b/C]\nx=nothing\ny='a'\n")
    }

    @Test func configuring_replacesAllValues() throws {
        let text = "[Mode]\n\n[Filter a.b/C]\n# keep\nx=1\nX-note=n\ny=2\nurgent-only=1\n"
        let edit = ModeEdit(filters: [filterKey("a.b/C"): [id("y"): "3", id("z"): "4"]])
        #expect(
            try applied(edit, to: text)
                == "[Mode]\n\n[Filter a.b/C]\n# keep\nX-note=n\ny=3\nurgent-only=1\nz=4\n")
    }

    @Test func unconfiguring_removesTheGroup() throws {
        let edit = ModeEdit(filters: [filterKey("a.b/C"): nil, filterKey("a.b/D"): nil])
        #expect(try applied(edit, to: "[Mode]\nName=A\n\n[Filter a.b/C]\nx=1\n") == "[Mode]\nName=A\n")
    }

    @Test func inADropIn_whatWasInheritedIsReset() throws {
        let filters: Set<FilterKey> = [filterKey("a.b/C")]
        let gone = try applied(ModeEdit(filters: [filterKey("a.b/C"): nil]), to: "", inherited: filters)
        #expect(gone == "[Mode]\nResetFilters=a.b/C;\n")
        let back = try applied(
            ModeEdit(filters: [filterKey("a.b/C"): [id("x"): "2"]]), to: gone, inherited: filters)
        #expect(back == "[Mode]\nResetFilters=a.b/C;\n\n[Filter a.b/C]\nx=2\n")
        let mode = try ModeFile.read(
            modeID("m"), base: TextFile("b", "[Mode]\n[Filter a.b/C]\nx=1\ny=1\n[Filter a.b/D]\n"),
            dropIns: [TextFile("d", back)], value: readValue
        ).mode
        #expect(mode.filters == [filterKey("a.b/C"): [id("x"): .value(.int(2))], filterKey("a.b/D"): [:]])
    }

    @Test func sayingTheSame_changesNothing() throws {
        let text = "[Mode]\nName =  Work\n[Filter a.b/C]\nx =  1\n"
        let edit = ModeEdit(keys: ["Name": "Work"], filters: [filterKey("a.b/C"): [id("x"): "1"]])
        #expect(try applied(edit, to: text) == text)
    }

    @Test func whatCannotStand_isRefused() {
        for edit in [
            ModeEdit(keys: ["Nam": "x"]), ModeEdit(keys: ["ResetFilters": "x"]),
            ModeEdit(filters: [filterKey("a.b/C"): [id("x"): "1\n[Mode]"]]),
        ] {
            #expect(refusal { () throws(TextError) in try applied(edit, to: "[Mode]\n") } != nil)
        }
        #expect(refusal { () throws(TextError) in try applied(ModeEdit(), to: "[Mode") } != nil)
    }

    /// Whatever is configured over whatever file, reading gives exactly that back, and leaves the rest alone.
    @Test func anyConfiguration_readsBack() throws {
        var random = SeededGenerator(seed: 11)
        let mode = modeID("m")
        let names = ["x", "y", "größe", "z_1"].map(id)
        for _ in 0..<250 {
            func configuration() -> [Identifier: ConfiguredValue] {
                var values: [Identifier: ConfiguredValue] = [:]
                for name in names where Bool.random(using: &random) {
                    let isNil = Int.random(in: 0..<4, using: &random) == 0
                    values[name] = isNil ? ConfiguredValue.none : .value(.string(random.text(upTo: 8)))
                }
                return values
            }
            func texts(_ values: [Identifier: ConfiguredValue]) -> [Identifier: String] {
                values.mapValues { gvariantText(of: $0) }
            }
            let filters = [filterKey("a.b/C"), filterKey("a.b/D")]
            var base: [FilterKey: [Identifier: String]?] = [:]
            for filter in filters where Bool.random(using: &random) { base[filter] = texts(configuration()) }
            let baseFile = TextFile(path: "base", bytes: try ModeEdit(filters: base).applied(to: []))
            var dropIn: [UInt8] = []
            for _ in 0..<3 {
                let filter = filters[Int.random(in: 0...1, using: &random)]
                let wanted = Bool.random(using: &random) ? configuration() : nil
                let inherited = try ModeFile.read(mode, base: baseFile, value: readValue).mode.filters.keys
                let before = try ModeFile.read(
                    mode, base: baseFile, dropIns: [TextFile(path: "d", bytes: dropIn)], value: readValue)
                dropIn = try ModeEdit(filters: [filter: wanted.map(texts)])
                    .applied(to: dropIn, inherited: Set(inherited))
                let after = try ModeFile.read(
                    mode, base: baseFile, dropIns: [TextFile(path: "d", bytes: dropIn)], value: readValue)
                var expected = before.mode.filters
                expected[filter] = wanted
                #expect(after.mode.filters == expected)
                #expect(after.warnings.isEmpty)
            }
        }
    }
}
