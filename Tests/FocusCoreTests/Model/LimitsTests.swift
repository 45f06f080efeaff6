// SPDX-FileCopyrightText: The Focus Filters authors
// SPDX-License-Identifier: Apache-2.0

import Testing

@testable import FocusCore

/// What an app or a file may contain is much; what it costs, and what is said about it, stays little. A cost that grows
/// with the square would keep these tests for hours.
struct LimitsTests {
    private static func names(_ count: Int) -> [Identifier] { (0..<count).map { Make.id("p\($0)") } }

    @Test func manyDependencies_areFollowed() {
        let ids = Self.names(FilterDescriptor.maximumParameters)
        let parameters = ids.enumerated().map { index, id in
            ParameterDescriptor(
                id: id, type: .bool, isOptional: true,
                dependsOn: index == 0 ? [] : [Identifier](repeating: ids[index - 1], count: 2000))
        }
        #expect(FilterDescriptor(id: Make.id("F"), parameters: parameters).fault() == nil)
        var cyclic = parameters
        cyclic[0].dependsOn = [ids[255]]
        let fault = FilterDescriptor(id: Make.id("F"), parameters: cyclic).fault()
        #expect(fault?.message.hasPrefix("it depends on itself: ") == true)
    }

    private static func choice(_ cases: Int, default elements: [String]) -> ParameterDescriptor {
        ParameterDescriptor(
            id: Make.id("choice"), type: .enum, isArray: true, defaultValue: .array(elements.map { .string($0) }),
            cases: (0..<cases).map { Item(value: .string("case \($0)"), title: "") }, options: .static)
    }

    @Test func manyElementsAmongManyCases_areLookedUp() {
        let parameter = Self.choice(25_000, default: (0..<12_000).map { "case \(24_999 - $0)" })
        #expect(parameter.fault() == nil)
    }

    @Test func manyElementsThatDoNotFit_areToldInAFewWords() {
        var parameter = Self.choice(16, default: [])
        for index in parameter.cases.indices {
            parameter.cases[index].value = .string("\(index)" + String(repeating: "x", count: 50_000))
        }
        let fit = parameter.fit(.array((0..<10_000).map { .string("\($0)") }))
        #expect(fit.outcome == .defaulted)
        #expect(fit.complaints.count == 9)
        #expect(fit.complaints.last == "and 9992 more elements do not fit")
        #expect(fit.complaints.allSatisfy { $0.utf8.count < 2000 })
    }

    @Test func defaultThatDoesNotFit_isNotQuotedWhole() {
        let parameter = ParameterDescriptor(
            id: Make.id("p"), type: .int, defaultValue: .string(String(repeating: "x", count: 1_000_000)))
        #expect(parameter.fault().map { $0.utf8.count < 300 } == true)
    }

    @Test(arguments: ["[", "[Mode]\n" + "a", "[Mode]\nName=\\", "["], [1 << 19, 1 << 20])
    func longLine_isRefusedInAFewWords(start: String, count: Int) {
        let text = start + String(repeating: start.hasSuffix("[") ? "[" : "b", count: count - start.utf8.count)
        let refusal = fileRefusal { () throws(FileError) in
            try ModeFile.read(modeID("work"), base: TextFile("/work.mode", text), value: readValue)
        }
        #expect(refusal.map { $0.error.message.utf8.count < 4096 } == true)
    }

    @Test func manyUnknownKeys_areWarnedOfOnce() throws {
        let keys = (0..<50_000).map { "Key\($0)=\n" }.joined()
        let reading = try ModeFile.read(
            modeID("work"), base: TextFile("/work.mode", "[Mode]\n" + keys), value: readValue)
        #expect(reading.warnings.count == 50)
        #expect(reading.warnings.last?.message == "from here on, warnings are left out")
        #expect(reading.warnings.last?.line == 51)
    }

    @Test func moreParametersThanAFilterHas_areRefused() {
        let lines = (0..<257).map { "p\($0)=1\n" }.joined()
        let refusal = fileRefusal { () throws(FileError) in
            try ModeFile.read(
                modeID("work"), base: TextFile("/work.mode", "[Mode]\n[Filter org.example.A/F]\n" + lines),
                value: readValue)
        }
        #expect(refusal?.error.line == 259)
        #expect(refusal?.error.message == "a filter has at most 256 parameters")
    }

    @Test(arguments: ["(", "not ", "(not ", "a"])
    func conditionOfAsManyBytesAsAllowed_isRefusedInItsPlace(part: String) {
        let text = String(repeating: part, count: Condition.maximumLength / part.utf8.count)
        #expect {
            try Condition(parsing: text)
        } throws: { error in
            (error as? TextError).map { $0.line == 1 && $0.column <= text.utf8.count + 1 } == true
        }
    }

    @Test func conditionOfAsManyTermsAsFit_isRead() throws {
        let text = "idle" + String(repeating: " or idle", count: 511)
        #expect(try Condition(parsing: text).terms.count == 512)
    }

    @Test func markAfterTheSlash_belongsToTheFilter() {
        #expect(FilterKey("org.example.App/\u{301}x")?.filter.text.utf8.elementsEqual("\u{301}x".utf8) == true)
    }
}
