// SPDX-FileCopyrightText: The Focus Filters authors
// SPDX-License-Identifier: Apache-2.0

import DBus
import FocusCore
import Testing

@testable import DesktopSources

/// Owners that come and go, and buses that are lost.
struct HostedSourceTests {
    private static let name = PropertySource.name

    @Test func d7_flappingOwnerIsLookedAtEverMoreSeldom() {
        let stage = Stage(PropertySource())
        stage.attach()
        stage.owner(Self.name, nil)
        for index in 0..<50 {
            stage.owner(Self.name, BusName(unchecked: ":1.\(index)"))
            stage.pass(.milliseconds(100))
            stage.owner(Self.name, nil)
            stage.pass(.milliseconds(100))
        }
        #expect(stage.calls.count == 5, "after that only the timer looks")
        #expect(stage.hosted.peer == nil)
        stage.owner(Self.name, ":1.99")
        #expect(stage.elapse("owner"))
        #expect(stage.calls.last?.call.destination == ":1.99")
        #expect(stage.hosted.peer == ":1.99")
    }

    @Test func d7_calmOwnerIsWelcomeAtOnceAgain() {
        let stage = Stage(PropertySource())
        stage.attach()
        for index in 0..<20 {
            stage.owner(Self.name, BusName(unchecked: ":1.\(index)"))
            stage.owner(Self.name, nil)
        }
        stage.elapse("owner")
        let calls = stage.calls.count
        stage.pass(.seconds(60))
        stage.owner(Self.name, ":1.200")
        #expect(stage.calls.count == calls + 1)
    }

    @Test func lossIsNeverHeldBack() {
        let stage = Stage(PropertySource())
        stage.attach()
        for index in 0..<5 {
            stage.owner(Self.name, BusName(unchecked: ":1.\(index)"))
            stage.answerInhibited(true)
            stage.owner(Self.name, nil)
        }
        let reports = stage.takeReports()
        #expect(reports.filter { $0 == .ownerLost }.count == 5)
        #expect(reports.last == .ownerLost)
    }

    @Test func d6_lostBusIsALostOwnerAndANewBeginning() {
        let stage = Stage.property()
        stage.answerInhibited(true)
        stage.readAgain()
        stage.detach()
        #expect(stage.takeReports().last == .ownerLost)
        #expect(stage.hosted.peer == nil)
        // Late news from the old connection.
        stage.answerInhibited(false)
        stage.inhibited(.boolean(false))
        stage.owner(Self.name, ":1.5")
        #expect(stage.takeReports() == [])
        stage.attach()
        stage.owner(Self.name, nil)
        #expect(stage.takeReports() == [], "the bus is back before the component")
        stage.owner(Self.name, ":1.2")
        stage.answerInhibited(false)
        #expect(stage.takeReports() == [.reading([.silenced: .bool(false)], isFirst: true)])
    }

    @Test func b8_graceOfALostOwnerIsNotCutShort() {
        // As seen on GNOME: the Shell ends, its helper is there a moment longer, and has nobody to ask.
        let stage = Stage(ObjectSource(Screensaver.gnome))
        stage.attach()
        stage.owner("org.gnome.Shell.ScreenShield", ":1.1")
        stage.owner("org.gnome.ScreenSaver", ":1.27")
        stage.answer("GetActive", .boolean(true))
        _ = stage.takeReports()
        stage.owner("org.gnome.Shell.ScreenShield", nil)
        stage.refuse("GetActive", .serviceUnknown)
        stage.owner("org.gnome.ScreenSaver", nil)
        #expect(stage.takeReports() == [.ownerLost])
        stage.owner("org.gnome.Shell.ScreenShield", ":1.40")
        stage.answer("GetActive", .boolean(true))
        #expect(stage.takeReports() == [.reading([.screensaver: .bool(true)], isFirst: true)])
    }

    @Test func b8_newOwnerThatFailsAtFirstMayTryAgain() {
        let stage = Stage.property()
        stage.answerInhibited(true)
        stage.owner(Self.name, ":1.8")
        _ = stage.takeReports()
        stage.refuse("GetAll", .failed)
        #expect(stage.takeReports() == [])
        stage.elapse("retry-property")
        stage.refuse("GetAll", .failed)
        #expect(stage.takeReports() == [.failing("no (org.freedesktop.DBus.Error.Failed)")])
    }

    @Test func d6_busThatWasNeverThereIsSaidAtOnce() {
        let stage = Stage(Logind(SourceEnvironment(userID: 1000)))
        stage.detach()
        #expect(stage.takeReports() == [.absent("there is no system bus")])
        stage.readAgain()
        #expect(stage.calls.isEmpty)
    }

    @Test func firstOwnedNameIsThePeer() {
        let stage = Stage(ObjectSource(Screensaver.gnome))
        stage.attach()
        stage.owner("org.gnome.ScreenSaver", ":1.27")
        #expect(stage.hosted.peer == nil, "the better name is not known yet")
        stage.owner("org.gnome.Shell.ScreenShield", nil)
        #expect(stage.hosted.peer == ":1.27")
        stage.owner("org.gnome.Shell.ScreenShield", ":1.1")
        #expect(stage.hosted.peer == ":1.1")
        stage.owner("org.gnome.Shell.ScreenShield", nil)
        #expect(stage.hosted.peer == ":1.27")
    }

    @Test func sourceOfAProduct_looksOnlyAtThatProduct() {
        let stage = Stage(PropertySource(products: ["Plasma"]))
        stage.attach()
        stage.owner(Self.name, ":1.5")
        #expect(stage.hosted.peer == nil && stage.takeReports() == [], "it is not known yet who serves")
        stage.server(":1.5", "mako")
        #expect(stage.takeReports() == [.absent("nobody")])
        stage.readAgain()
        #expect(stage.calls.isEmpty)
        // Another one takes over; who it was before says nothing of it.
        stage.owner(Self.name, ":1.6")
        #expect(stage.calls.isEmpty)
        stage.server(":1.6", "Plasma")
        stage.answerInhibited(true)
        #expect(stage.takeReports() == [.reading([.silenced: .bool(true)], isFirst: true)])
        stage.owner(Self.name, ":1.7")
        #expect(stage.takeReports() == [.ownerLost])
        stage.server(":1.7", nil)
        stage.owner(Self.name, nil)
        stage.server(nil, nil)
        #expect(stage.takeReports() == [])
        #expect(stage.calls.isEmpty && stage.hosted.peer == nil)
    }

    @Test func sourceOfAProduct_learnsOfItsOwnerFirstOrLast() {
        let stage = Stage(PropertySource(products: ["Plasma"]))
        stage.attach()
        stage.server(":1.5", "Plasma")
        #expect(stage.calls.isEmpty)
        stage.owner(Self.name, ":1.5")
        #expect(stage.calls.count == 1)
        let absent = Stage(PropertySource(products: ["Plasma"]))
        absent.attach()
        absent.owner(Self.name, nil)
        #expect(absent.takeReports() == [.absent("nobody")])
    }

    @Test func polls_beatTogetherAndEndWithTheirOwner() {
        var outputs: [SourceOutput] = []
        var first = Poll("first", every: .seconds(5))
        var second = Poll("second", every: .seconds(5))
        first.start(at: Instant(realtime: 0, boottime: .seconds(12)), &outputs)
        first.start(at: Instant(realtime: 0, boottime: .seconds(13)), &outputs)
        second.start(at: Instant(realtime: 0, boottime: .milliseconds(14_900)), &outputs)
        #expect(outputs == [.timer("first", after: .seconds(3)), .timer("second", after: .milliseconds(100))])
        outputs = []
        let due = Instant(realtime: 0, boottime: .seconds(15))
        #expect(!first.elapsed("second", at: due, &outputs) && outputs.isEmpty)
        #expect(first.elapsed("first", at: due, &outputs) && outputs == [.timer("first", after: .seconds(5))])
        outputs = []
        first.stop(&outputs)
        first.stop(&outputs)
        #expect(outputs == [.cancelTimer("first")])
        #expect(!first.elapsed("first", at: due, &outputs))
    }

    @Test func idsAreDistinctAndEverySourceDescribesItself() {
        let sources = allSources(SourceEnvironment(userID: 1000))
        #expect(Set(sources.map(\.description.id)).count == sources.count)
        #expect(sources.allSatisfy { !$0.description.facts.isEmpty })
    }
}
