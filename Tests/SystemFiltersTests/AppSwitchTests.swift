// SPDX-FileCopyrightText: The Focus Filters authors
// SPDX-License-Identifier: Apache-2.0

import Testing

@testable import SystemFilters

/// What single notification servers are asked for.
@Suite struct AppSwitchTests {
    @Test(arguments: AppSwitch.Kind.allCases, ["org.example.Mail", "Two Words", "@other"])
    func text_isReadBack(kind: AppSwitch.Kind, app: String) {
        let knob = Knob.app(AppSwitch(kind: kind, app: app))
        #expect(Knob(knob.text) == knob)
    }

    @Test(arguments: ["plasma-popups", "plasma-popups ", "other app", " app", "mako-mode"])
    func otherText_isNone(text: String) { #expect(Knob(text) == nil) }

    // MARK: Plasma

    private static func popups(_ app: String) -> Knob { .app(AppSwitch(kind: .plasmaPopups, app: app)) }
    private static func popupsInDoNotDisturb(_ app: String) -> Knob {
        .app(AppSwitch(kind: .plasmaPopupsInDoNotDisturb, app: app))
    }

    /// Every choice of two known apps and one that is not, to be silenced, allowed, or neither.
    @Test func plasma_silencedIsOff_allowedIsOnInDoNotDisturb() {
        let apps = ["a", "b", "new"]
        for choice in 0..<(1 << 7) {
            let silence = Set(apps.enumerated().filter { choice & 1 << $0.offset != 0 }.map(\.element))
            let allow = Set(apps.enumerated().filter { choice & 8 << $0.offset != 0 }.map(\.element))
            let isAllowing = choice & 64 != 0
            let wishes = PlasmaWishes.wishes(
                AppNotifications(silence: silence, allow: isAllowing ? allow : nil), known: ["a", "b"], others: "@other"
            )
            for app in apps + ["@other"] {
                let isKnown = app != "new"
                let isSilenced = silence.contains(app) || isAllowing && isKnown && !allow.contains(app)
                #expect(wishes[Self.popups(app)] == (isSilenced ? "false" : nil))
                let isLetThrough = isAllowing && allow.contains(app) && !silence.contains(app)
                #expect(wishes[Self.popupsInDoNotDisturb(app)] == (isLetThrough ? "true" : nil))
            }
        }
    }

    @Test func plasma_spellsAsItAlwaysDid() {
        let request = AppNotifications(silence: ["org.A", "org.B", "org.New"], allow: nil)
        let wishes = PlasmaWishes.wishes(request, known: ["org.a", "org.B", "org.b"], others: "@other")
        #expect(Set(wishes.keys) == Set(["org.a", "org.B", "org.New"].map(Self.popups)))
    }

    // MARK: Xfce

    @Test(
        arguments: [
            ("org.example.Mail", nil, ["org.example.Mail", "other"], ["org.example.Mail"]),
            ("org.example.Mail", nil, ["mail", "other"], ["mail"]),
            (
                "firefox", "Firefox Web Browser", ["Firefox", "Firefox Web Browser"],
                ["Firefox", "Firefox Web Browser"]
            ),
            ("org.example.Mail", nil, ["Mailer"], ["org.example.Mail"]), ("", nil, ["a"], [""]),
        ] as [(String, String?, Set<String>, Set<String>)])
    func xfce_namesOfAnApp(id: String, title: String?, known: Set<String>, names: Set<String>) {
        #expect(XfceNames.names(of: id, title: title, among: known) == names)
    }

    @Test func xfce_mutedIsWhatIsNamed_andWithAllowAllElseThatIsKnown() {
        let known: Set = ["Mail", "org.example.Calendar", "chat"]
        func muted(_ silence: Set<String>, _ allow: Set<String>?) -> Set<String> {
            XfceNames.muted(
                AppNotifications(silence: silence, allow: allow), among: known, titles: ["org.example.Talk": "Chat"])
        }
        #expect(muted(["org.example.Mail"], nil) == ["Mail"])
        #expect(muted(["org.example.New"], nil) == ["org.example.New"])
        #expect(muted([], ["org.example.Mail"]) == ["org.example.Calendar", "chat"])
        #expect(muted([], ["org.example.Talk", "org.example.calendar"]) == ["Mail"])
        #expect(muted(["org.example.Talk"], ["org.example.Talk"]) == known)
        #expect(muted([], []) == known)
    }

    // MARK: Lists that others write too

    /// A list, and who reads and writes it: each waits until it is told to go on.
    private final class Shared {
        var names: [String]
        var waiting: [() -> Void] = []
        var writes = 0
        lazy var list = SharedList(
            read: { [self] done in waiting.append { [self] in done(.success(names)) } },
            replace: { [self] names, done in
                waiting.append { [self] in
                    self.names = names
                    writes += 1
                    done(nil)
                }
            })

        init(_ names: [String]) { self.names = names }

        func run() { while !waiting.isEmpty { waiting.removeFirst()() } }
    }

    @Test func sharedList_changesOneAfterTheOther_andNoOthersName() {
        let shared = Shared(["users"])
        var done = 0
        for name in ["a", "b", "users"] { shared.list.write(name, isThere: true) { done += $0 == nil ? 1 : 0 } }
        shared.run()
        #expect(shared.names == ["users", "a", "b"])
        #expect(done == 3)
        // What is right already is not written.
        #expect(shared.writes == 2)
        shared.list.write("a", isThere: false) { done += $0 == nil ? 1 : 0 }
        shared.list.write("b", isThere: false) { done += $0 == nil ? 1 : 0 }
        shared.run()
        #expect(shared.names == ["users"])
        #expect(done == 5)
    }

    @Test func sharedList_tellsWhatIsThere() {
        let shared = Shared(["users"])
        var looks: [Caretaker.Look] = []
        shared.list.look("users", wish: "true") { looks.append($0) }
        shared.list.look("a", wish: nil) { looks.append($0) }
        shared.run()
        #expect(looks == [.value(KnobValue(true), wish: "true"), .value(KnobValue(false), wish: nil)])
        guard case .value(let absent, _)? = looks.last else { return }
        #expect(absent.isDefault)
    }

    @Test(arguments: [
        (["a"], "a", true, ["a"]), (["a"], "b", true, ["a", "b"]), ([], "a", false, []),
        (["a", "b", "a"], "a", false, ["b"]),
    ]) func sharedList_changed(names: [String], name: String, isThere: Bool, changed: [String]) {
        #expect(SharedList.changed(names, name, isThere: isThere) == changed)
    }

    // MARK: mako

    @Test(
        arguments: [
            ("[mode=focus-silence-a]", ["focus-silence-a"]), ("[app-name=Mail mode=m]", ["m"]),
            (#"[mode="two words" app-name=x]"#, ["two words"]), (#"[mode=two\ words]"#, ["two words"]),
            ("  [ mode=m ]  ", ["m"]), ("[mode=m", []), ("# [mode=m]", []), ("mode=m", []), ("[nomode=m]", []),
            ("[mode]", []),
            ("[mode=a]\ninvisible=1\r\n[mode=b urgency=low]\n", ["a", "b"]), (#"[app-name="mode=x"]"#, []), ("[]", []),
            ("[mode=a=b]", ["a=b"]), ("[\\", []),
        ] as [(String, Set<String>)])
    func mako_modesInItsFile(text: String, modes: Set<String>) {
        #expect(MakoConfig(Array(text.utf8)).modes == modes)
    }

    @Test func mako_filesThatItIncludes() {
        let config = MakoConfig(Array("include=~/a b\n include = /c \n#include=/d\nincluded=/e\n".utf8))
        #expect(config.includes == ["~/a b", "/c"])
    }
}
