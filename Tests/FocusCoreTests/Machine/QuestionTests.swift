// SPDX-FileCopyrightText: The Focus Filters authors
// SPDX-License-Identifier: Apache-2.0

import Testing

@testable import FocusCore

/// Entities that are looked up, and what is kept of answers.
struct QuestionTests {
    static let app = Make.app("org.example.Tasks")
    static let filter = Make.filter("UpNext", hasLists: true)
    static let lists = Make.id("lists")
    static let place = AppAnswers.Place(filter: filter.id, parameter: lists)

    private static func ids(_ names: [String]) -> [ParameterValue] { names.map(ParameterValue.string) }

    private static func mode(_ names: [String]) -> Mode {
        Make.mode(
            "work", when: .fact(.doNotDisturb),
            filters: ["org.example.Tasks/UpNext": ["lists": .value(.array(ids(names)))]])
    }

    private static func items(_ names: [String]) -> Result<Answer, FocusError> {
        .success(.items(names.map { Item(value: .string($0), title: $0.uppercased()) }))
    }

    /// Every set of configured ids, every set of existing ones, and every way to answer.
    @Test func whatIsDelivered_isWhatIsConfiguredWithoutWhatIsKnownToBeGone() throws {
        let all = ["a", "b", "c"]
        for bits in 0..<64 {
            let configured = all.indices.filter { bits >> $0 & 1 == 1 }.map { all[$0] }
            let existing = all.indices.filter { bits >> ($0 + 3) & 1 == 1 }.map { all[$0] }
            for answers in [true, false] {
                var bench = Bench.ready([Self.mode(configured)])
                bench.register(Make.registration(1, Self.app, filters: [Self.filter]))
                let asked = bench.actions.inquiries
                #expect(
                    asked.map(\.question)
                        == (configured.isEmpty ? [] : [.resolve(parameter: Self.lists, ids: Self.ids(configured))]))
                if let inquiry = asked.first {
                    bench.send(
                        .answered(
                            inquiry.id, of: Self.app,
                            answers ? Self.items(existing) : .failure(FocusError(.appUnavailable, "no"))))
                }
                bench.setDoNotDisturb(true)
                let left = answers ? configured.filter(existing.contains) : configured
                let wanted = left.isEmpty && !configured.isEmpty ? ["all"] : left
                #expect(bench.actions.performs.first?.values[Self.lists] == .array(Self.ids(wanted)), "\(bits)")
                let gone = answers ? configured.filter { !existing.contains($0) } : []
                #expect(bench.machine.problems.count == gone.count, "\(bits)")
            }
        }
    }

    @Test func manyEntities_areAskedForAThousandAtATime() {
        let names = (0..<2500).map { "id\($0)" }
        var bench = Bench.ready([Self.mode(names)])
        bench.register(Make.registration(1, Self.app, filters: [Self.filter]))
        var counts: [Int] = []
        while let inquiry = bench.actions.inquiries.first, case .resolve(_, let ids) = inquiry.question {
            #expect(bench.actions.inquiries.count == 1)
            counts.append(ids.count)
            bench.send(.answered(inquiry.id, of: Self.app, Self.items(ids.compactMap(\.text))))
        }
        #expect(counts == [1000, 1000, 500])
        #expect(bench.machine.apps[Self.app]?.answers.entities[Self.place]?.items.count == 2500)
        #expect(bench.machine.problems.isEmpty)
    }

    @Test func aSilentApp_isAskedNoMore_untilItIsHeardOf_andALateAnswerCounts() throws {
        var bench = Bench.ready([Self.mode(["a"])])
        bench.register(Make.registration(1, Self.app, filters: [Self.filter]))
        let inquiry = try #require(bench.actions.inquiries.first)
        bench.pass(.seconds(11))
        bench.send(.modes([Self.mode(["a", "b"])]))
        #expect(bench.actions.inquiries.isEmpty)
        bench.send(.contact(Make.peer(1)))
        let next = try #require(bench.actions.inquiries.first)
        #expect(next.question == .resolve(parameter: Self.lists, ids: Self.ids(["a", "b"])))
        // The newer question is about the same: the older answer is out of date.
        bench.send(.answered(inquiry.id, of: Self.app, Self.items([])))
        #expect(bench.machine.problems.isEmpty)
        bench.pass(.seconds(11))
        bench.send(.answered(next.id, of: Self.app, Self.items(["a"])))
        #expect(bench.machine.problems.count == 1)
        #expect(bench.machine.nextWakeup.boottime == nil)
    }

    @Test func whatIsKept_hasALimit_andExistenceIsKeptFirst() {
        let names = (0..<1000).map { "id\($0)" }
        let long = String(repeating: "x", count: 4096)
        var answers = AppAnswers()
        answers.take(
            names.map { Item(value: .string($0), title: long) }, of: Self.ids(names), at: Self.place,
            configured: Self.ids(names), room: AppAnswers.maximumBytes, asOf: 1)
        #expect(answers.entities[Self.place]?.items.count == 1000)
        #expect(answers.weight <= AppAnswers.maximumBytes + 1000 * 128)
        let sections = [ItemSection(items: names.map { Item(value: .string($0), title: long) })]
        answers.take(sections, at: Self.place, room: AppAnswers.maximumBytes, asOf: 1)
        #expect(answers.options.isEmpty)
    }

    @Test func answers_readBackFromTheirText() throws {
        let odd = ["", " a;\\=b ", "\u{C}x", "日本", "e\u{301}", "a\nb", "+", "-"]
        let items = odd.enumerated().map { index, text in
            Item(
                value: [.string(text), .int(Int64(index)), .double(.infinity), .bool(true)][index % 4], title: text,
                subtitle: index % 2 == 0 ? text : nil,
                icon: index % 3 == 0 ? .themed(["x;", "y"]) : .file("file:///a"),
                synonyms: index % 2 == 0 ? odd : [])
        }
        var answers = AppAnswers()
        answers.options[Self.place] = AppAnswers.Options(
            asOf: 5,
            sections: [
                ItemSection(title: "", items: items), ItemSection(), ItemSection(subtitle: "s", items: [items[1]]),
            ])
        answers.entities[Self.place] = AppAnswers.Entities(
            asOf: .min, items: [.string("a"): Item(value: .string("a"), title: "A")],
            unknown: Set(odd.map(ParameterValue.string)))
        #expect(try StateText.appAnswers(StateText.text(of: answers)) == answers)
        #expect(try StateText.appAnswers(StateText.text(of: AppAnswers())).isEmpty)
        let text = StateText.text(of: answers)
        for index in text.indices {
            var broken = text
            broken[index] ^= 1
            #expect(throws: TextError.self) { try StateText.appAnswers(broken) }
        }
    }
}

extension [Action] {
    var inquiries: [Inquiry] {
        compactMap {
            if case .ask(let inquiry) = $0 { inquiry } else { nil }
        }
    }
}
