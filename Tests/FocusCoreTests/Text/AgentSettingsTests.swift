// SPDX-FileCopyrightText: The Focus Filters authors
// SPDX-License-Identifier: Apache-2.0

import Testing

@testable import FocusCore

struct AgentSettingsTests {
    @Test func noFile_givesDefaults() throws {
        let reading = try AgentSettings.read([])
        #expect(reading.settings == AgentSettings(logLevel: .notice, policies: [:]))
        #expect(try AgentSettings.read([TextFile("f", "")]) == reading)
    }

    @Test func laterFiles_overrideKeyByKey() throws {
        let reading = try AgentSettings.read([
            TextFile("agent.conf", "[Agent]\nLogLevel=debug\n[App a.b]\nShareMode=true\nActivate=false\n[App c.d]\n"),
            TextFile("10.conf", "[App a.b]\nShareMode=false\n"),
            TextFile("20.conf", "[Agent]\nLogLevel=warning\nX-y=1\n[X-z]\n"),
        ])
        #expect(reading.warnings.isEmpty)
        #expect(reading.settings.logLevel == .warning)
        #expect(
            reading.settings.policies == [
                appID("a.b"): AppPolicy(shareMode: false, activate: false), appID("c.d"): AppPolicy(),
            ])
    }

    @Test func makoModes_areAListThatALaterFileReplaces() throws {
        #expect(try AgentSettings.read([]).settings.sources.makoModes == ["do-not-disturb"])
        let reading = try AgentSettings.read([
            TextFile("agent.conf", "[Sources]\nMakoModes=dnd;away;\n"),
            TextFile("10.conf", "[Sources]\nMakoModes=work"),
        ])
        #expect(reading.warnings.isEmpty)
        #expect(reading.settings.sources.makoModes == ["work"])
        #expect(try AgentSettings.read([TextFile("a", "[Sources]\nMakoModes=")]).settings.sources.makoModes == [])
    }

    @Test(arguments: [
        ("[Agent]\nLogLevel=loud", 2, 10, "LogLevel must be one of: debug, info, notice, warning"),
        (
            "[Agent]\nLogLevel=warnin", 2, 10,
            "LogLevel must be one of: debug, info, notice, warning; did you mean 'warning'?"
        ),
        ("[App tasks]", 1, 6, "'tasks' is not an app's id, such as 'org.example.Tasks'"),
        ("[App a.b]\nActivate=1", 2, 10, "Activate must be 'true' or 'false'"),
        ("[Agent]\nLatitude=91", 2, 10, "Latitude is in degrees, from -90 to 90, such as 52.52"),
        ("[Agent]\nLongitude=west", 2, 11, "Longitude must be a number"),
    ])
    func k2_aBrokenFile_isRefusedWholeWithItsPlace(_ text: String, _ line: Int, _ column: Int, _ message: String) {
        let error = fileRefusal { () throws(FileError) in
            try AgentSettings.read([TextFile("a", "[Agent]\n"), TextFile("b", text)])
        }
        #expect(
            error == FileError(path: "b", error: TextError(line: line, column: column, message: message)))
    }

    @Test func place_isBothDegreesOrNone() throws {
        func place(_ texts: String...) throws -> Coordinates? {
            try AgentSettings.read(texts.map { TextFile("f", "[Agent]\n\($0)\n") }).settings.place
        }
        #expect(try place("Latitude=52.5") == nil)
        #expect(try place("Latitude=52.5", "Longitude=-13.4") == Coordinates(latitude: 52.5, longitude: -13.4))
        #expect(try place("Latitude=52.5\nLongitude=13.4", "Latitude=-1") == Coordinates(latitude: -1, longitude: 13.4))
        #expect(try place("Latitude=52.5\nLongitude=13.4", "Latitude=") == nil)
    }

    @Test func k2_unknownKeysAndGroups_areWarnedOf() throws {
        let warnings = try AgentSettings.read([
            TextFile("a", "[Agnet]\n[Agent]\nLoglevel=debug\nLogLevel[de]=debug\n[App a.b]\nsharemode=true\n")
        ]).warnings
        #expect(
            warnings.map { "\($0.line):\($0.column): \($0.message)" } == [
                "1:2: unknown group '[Agnet]'; did you mean 'Agent'?",
                "3:1: unknown key 'Loglevel'; did you mean 'LogLevel'?",
                "4:1: 'LogLevel' is not translated; 'LogLevel[de]' is ignored",
                "6:1: unknown key 'sharemode'; did you mean 'ShareMode'?",
            ])
    }

    @Test func allowing_editsInPlace() throws {
        let text = "# mine\n[App a.b]\nActivate=true\n"
        let edited = try AgentSettings.text(Array(text.utf8), allowing: appID("a.b"), shareMode: true)
        #expect(String(decoding: edited, as: UTF8.self) == "# mine\n[App a.b]\nActivate=true\nShareMode=true\n")
        let added = try AgentSettings.text(edited, allowing: appID("c.d"), activate: false)
        #expect(String(decoding: added, as: UTF8.self).hasSuffix("ShareMode=true\n\n[App c.d]\nActivate=false\n"))
        #expect(try AgentSettings.text(added, allowing: appID("e.f")) == added)
    }
}
