// SPDX-FileCopyrightText: The Focus Filters authors
// SPDX-License-Identifier: Apache-2.0

import DBus
import FocusInterfaces

@testable import FocusControl

/// Rows as an agent sends them, at a fixed time in a fixed zone.
enum Samples {
    /// 2026-11-30 10:00 in a zone one hour ahead of UTC.
    static let now: Int64 = 1_796_029_200_000_000
    static let wording = Wording(time: TimeWords(now: now, zone: Zone { _ in 3600 }))
    static let since = now - 7_800_000_000

    static let reason: Row = [
        "cause": .string("condition"), "text": .string("do-not-disturb is on"), "facts": .strings(["do-not-disturb"]),
    ]
    static let override: Row = [
        "mode": .string("work"), "ends": .string("time"), "until": .int64(now + 3_600_000_000), "since": .int64(since),
    ]
    static let facts: Row = [
        "locked": .boolean(false), "do-not-disturb": .boolean(true), "battery": .double(80),
        "network": .string("Office\u{1B}[2J"),
    ]
    static let origins: [Row] = [
        [
            "fact": .string("battery"), "value": .double(80), "source": .string("upower"),
            "age": .uint64(45_000_000), "against": .strings([]),
        ],
        [
            "fact": .string("locked"), "value": .boolean(false), "source": .string("gnome-screensaver"),
            "age": .uint64(7_200_000_000), "against": .strings(["logind"]),
        ],
    ]
    static let properties = Control1.Properties([
        "ActiveMode": .string("work"), "Since": .int64(since), "Reason": reason.busValue, "Override": Row().busValue,
        "Facts": facts.busValue, "Version": .uint32(1),
    ])
    static let modes: [Row] = [
        [
            "id": .string("do-not-disturb"), "name": .string("Do Not Disturb"), "priority": .int32(-100),
            "enabled": .boolean(true), "condition": .boolean(true), "file": .string("/usr/share/x.mode"),
        ],
        [
            "id": .string("sleep"), "name": .string("Sleep"), "priority": .int32(0), "enabled": .boolean(false),
            "condition": .boolean(true),
        ],
        [
            "id": .string("work"), "name": .string("Work"), "priority": .int32(50), "enabled": .boolean(true),
            "condition": .boolean(true),
        ],
    ]
    static let items: [Row] = [
        ["value": .string("7d0a"), "title": .string("Work"), "subtitle": .string("12 tasks")],
        ["value": .string("91c2"), "title": .string("Ho\u{1B}[2Jme")],
    ]
    static let sections: [Row] = [
        ["title": .string("Lists"), "subtitle": .string("On this computer"), "items": items.busValue],
        ["items": [items[0]].busValue],
    ]
    static let parameters: [Row] = [
        [
            "id": .string("urgentOnly"), "type": .string("bool"), "title": .string("Urgent only"),
            "default": .boolean(false),
        ],
        [
            "id": .string("category"), "type": .string("entity"), "title": .string("Category"),
            "optional": .boolean(true),
        ],
        ["id": .string("tags"), "type": .string("string"), "array": .boolean(true), "title": .string("Tags")],
        [
            "id": .string("order"), "type": .string("enum"), "title": .string("Order"),
            "cases": [
                ["value": .string("due"), "title": .string("By due date")] as Row, ["value": .string("name")],
            ].busValue,
        ],
        ["id": .string("count"), "type": .string("int")], ["id": .string("share"), "type": .string("double")],
    ]
    static let filter: Row = [
        "app": .string("org.example.Tasks"), "filter": .string("UpNext"), "title": .string("Up\nNext\u{7}"),
        "state": .string("served"), "active": .boolean(true), "suspended": .boolean(false),
        "values": (["urgentOnly": .boolean(true), "tags": .strings(["a", "b"]), "order": .string("due")] as Row)
            .busValue,
        "serial": .uint64(7), "acknowledged": .uint64(7), "modes": .strings(["work"]),
        "parameters": parameters.busValue,
    ]
    static let problem: Row = [
        "kind": .string("file"), "subject": .string("/home/a/sleep.mode"), "file": .string("/home/a/sleep.mode"),
        "message": .string("no fact 'lokced'; did you mean 'locked'?"), "line": .uint32(3), "column": .uint32(6),
        "since": .int64(since),
    ]
    static let sources: [Row] = [
        [
            "id": .string("gnome-notifications"), "state": .string("ok"), "in-charge": .boolean(true),
            "facts": (["do-not-disturb": .boolean(true)] as Row).busValue,
        ],
        [
            "id": .string("logind"), "state": .string("absent"), "in-charge": .boolean(false),
            "detail": .string("nobody owns org.freedesktop.login1"), "facts": Row().busValue,
        ],
    ]
    static let explanation: Row = [
        "mode": .string("work"), "since": .int64(since), "reason": reason.busValue, "override": override.busValue,
        "terms": [
            [
                "text": .string("do-not-disturb"), "fact": .string("do-not-disturb"),
                "source": .string("gnome-notifications"), "value": .boolean(true), "age": .uint64(7_800_000_000),
            ] as Row,
            ["text": .string("not locked"), "fact": .string("locked")],
        ].busValue,
        "candidates": [
            [
                "mode": .string("work"), "priority": .int32(50), "condition": .boolean(true), "reason": reason.busValue,
            ] as Row,
            ["mode": .string("do-not-disturb"), "priority": .int32(-100), "reason": reason.busValue],
        ].busValue,
    ]
    static let coming: [Row] = [
        ["at": .int64(since + 3_600_000_000), "mode": .string("sleep"), "text": .string("the schedule says so")],
        ["at": .int64(since + 7_200_000_000), "mode": .string(""), "text": .string("no mode's condition is true")],
    ]
    static let forecast: Row = [
        "mode": .string("sleep"), "reason": reason.busValue,
        "changes": [
            [
                "app": .string("org.example.Tasks"), "filter": .string("UpNext"),
                "values": (["urgentOnly": .boolean(true)] as Row).busValue,
            ] as Row
        ].busValue,
    ]
    static let history: [Row] = [
        [
            "at": .int64(since), "kind": .string("perform"), "text": .string("activated"),
            "app": .string("org.example.Tasks"), "filter": .string("UpNext"), "serial": .uint64(7),
        ],
        ["at": .int64(since), "kind": .string("mode"), "mode": .string(""), "text": .string("no mode\u{7}")],
    ]
    static let settings: Row = [
        "name": .string("Work"), "when": .string("do-not-disturb and not locked"), "priority": .int32(50),
        "enabled": .boolean(true), "leave-delay": .uint64(3_000_000), "enter-delay": .uint64(30_000_000),
        "schedule": .string("Mon..Fri 09:00-17:00"), "do-not-disturb": .string("on"),
        "filters": ["org.example.Tasks/UpNext": ["urgentOnly": .boolean(true)] as Row, "org.example.B/F": [:]].busValue,
        "none": ["org.example.Tasks/UpNext": ["category"]].busValue,
    ]
}
