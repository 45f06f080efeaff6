// SPDX-FileCopyrightText: The Focus Filters authors
// SPDX-License-Identifier: Apache-2.0

import Testing

@testable import SystemFilters

@Suite struct KnobTests {
    @Test(arguments: [
        Knob.powerProfile, .muted(output: "alsa_output.pci-0000.analog stereo"),
        .setting(schema: "org.a", path: "", key: "k"), .setting(schema: "org.a", path: "/x/y/", key: "k-1"),
    ])
    func text_isReadBack(knob: Knob) { #expect(Knob(knob.text) == knob) }

    @Test(arguments: [
        "", "power", "muted ", "setting", "setting a", "setting a b c", "setting a:b c", "setting a:/b c",
        "setting a:/b//c/ d", "setting  a", "setting a:",
    ])
    func otherText_isNone(text: String) { #expect(Knob(text) == nil) }

    @Test func assignment_isAsGsettingsTakesIt() {
        let plain = Knob.assignment("org.a  key  'two words'")
        #expect(plain?.knob == .setting(schema: "org.a", path: "", key: "key"))
        #expect(plain?.value == "'two words'")
        let placed = Knob.assignment("org.a:/b/ key true")
        #expect(placed?.knob == .setting(schema: "org.a", path: "/b/", key: "key"))
        for text in ["org.a key", "org.a", "", "org.a:b key true"] { #expect(Knob.assignment(text) == nil) }
    }
}
