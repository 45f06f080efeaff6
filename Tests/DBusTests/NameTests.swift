// SPDX-FileCopyrightText: The Focus Filters authors
// SPDX-License-Identifier: Apache-2.0

import CDBus
import DBus
import Testing

/// Names, paths and signatures: tables, and agreement with the bus library, which ends the process over what it refuses.
struct NameTests {
    @Test(arguments: [
        (":1.42", true), (":a.b", true), (":1", false), ("org.example", true), ("org", false), ("", false),
        (".org.example", false), ("org..example", false), ("org.example.", false), ("org.3example", false),
        (":1.3example", true), ("org.ex-ample", true), ("org.example App", false), ("org.exämple", false),
        ("org.example\0", false), (String(repeating: "a", count: 253) + ".b", true),
        (String(repeating: "a", count: 254) + ".b", false),
    ])
    func busName_isChecked(text: String, isValid: Bool) {
        #expect((BusName(text) != nil) == isValid)
    }

    @Test(arguments: [
        ("org.example.App1", true), ("org", false), ("org.ex-ample", false), (":1.2", false), ("org.1", false),
        ("org.example\0", false),
    ])
    func interfaceAndErrorNames_areChecked(text: String, isValid: Bool) {
        #expect((InterfaceName(text) != nil) == isValid)
        #expect((ErrorName(text) != nil) == isValid)
    }

    @Test(arguments: [
        ("Get", true), ("_1", true), ("", false), ("1a", false), ("a.b", false), ("a-b", false), ("é", false),
    ])
    func memberName_isChecked(text: String, isValid: Bool) {
        #expect((MemberName(text) != nil) == isValid)
    }

    @Test(arguments: [
        ("/", true), ("/a/b_1", true), ("", false), ("a", false), ("//", false), ("/a/", false), ("/a//b", false),
        ("/ä", false), ("/a-b", false), ("/a\0", false),
    ])
    func objectPath_isChecked(text: String, isValid: Bool) {
        #expect((ObjectPath(text) != nil) == isValid)
    }

    @Test(arguments: [
        ("", true), ("s", true), ("a{sv}", true), ("aa{sa{sv}}", true), ("(ii)", true), ("()", false), ("(", false),
        ("a", false), ("{sv}", false), ("a{vs}", false), ("a{s}", false), ("a{sss}", false), ("a{(s)s}", false),
        ("z", false), ("r", false), ("e", false), ("i)", false), ("(i", false), ("a{sv", false), ("*", false),
        (String(repeating: "a", count: 32) + "i", true), (String(repeating: "a", count: 33) + "i", false),
        (String(repeating: "(", count: 32) + "i" + String(repeating: ")", count: 32), true),
        (String(repeating: "(", count: 33) + "i" + String(repeating: ")", count: 33), false),
        (String(repeating: "i", count: 255), true), (String(repeating: "i", count: 256), false),
    ])
    func signature_isChecked(text: String, isValid: Bool) {
        #expect((Signature(text) != nil) == isValid)
        #expect((dbus_signature_validate(text, nil) != 0) == isValid)
    }

    @Test func signature_splitsIntoTypes() {
        let signature: Signature = "sa{sv}(i(ss))av"
        #expect(signature.types.map(\.text) == ["s", "a{sv}", "(i(ss))", "av"])
        #expect(!signature.isSingleType)
        #expect(Signature.empty.types.isEmpty)
        #expect(signature.types.map(\.isSingleType) == [true, true, true, true])
    }

    @Test func checks_agreeWithTheBusLibrary() {
        var random = SeededGenerator(seed: 1)
        let names = Array(":1.aZ_-/é 9")
        let types = Array("ybnqiuxtdsoghva(){}re")
        for _ in 0..<30_000 {
            let text = String(
                (0..<Int.random(in: 0...7, using: &random)).map { _ in names.randomElement(using: &random) ?? "a" })
            // The library takes unique names that no bus gives, such as `:` alone.
            let isBusName = dbus_validate_bus_name(text, nil) != 0
            #expect(BusName.isValid(text) ? isBusName : !isBusName || text.hasPrefix(":"), "\(text)")
            #expect(InterfaceName.isValid(text) == (dbus_validate_interface(text, nil) != 0), "\(text)")
            #expect(ErrorName.isValid(text) == (dbus_validate_error_name(text, nil) != 0), "\(text)")
            #expect(MemberName.isValid(text) == (dbus_validate_member(text, nil) != 0), "\(text)")
            #expect(ObjectPath.isValid(text) == (dbus_validate_path(text, nil) != 0), "\(text)")
            let signature = String(
                (0..<Int.random(in: 0...9, using: &random)).map { _ in types.randomElement(using: &random) ?? "s" })
            #expect(Signature.isValid(signature) == (dbus_signature_validate(signature, nil) != 0), "\(signature)")
        }
    }

    @Test func objectPath_knowsWhatLiesWithin() {
        #expect(("/a/b" as ObjectPath).isWithin("/a"))
        #expect(("/a" as ObjectPath).isWithin("/a"))
        #expect(("/a" as ObjectPath).isWithin("/"))
        #expect(!("/ab" as ObjectPath).isWithin("/a"))
        #expect(!("/a" as ObjectPath).isWithin("/a/b"))
    }
}
