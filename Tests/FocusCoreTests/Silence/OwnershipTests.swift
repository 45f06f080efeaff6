// SPDX-FileCopyrightText: The Focus Filters authors
// SPDX-License-Identifier: Apache-2.0

import Testing

@testable import FocusCore

/// Random lives of one setting, with a user, a component that restarts, refuses and is slow, an agent that is killed, and
/// what is wanted coming and going. The world is the truth; the ownership sees only what it is told.
struct OwnershipTests {
    struct World {
        var ownership: Ownership<Int>
        let isLasting: Bool
        var now: Int64 = 1_000_000_000
        /// The component's value; nil while it is away.
        var value: Int? = 0
        var keeper = 1
        var disk: Ownership<Int>.Record?
        /// What the user had last, by their own hand or by the component's start.
        var own = 0
        var wanted: Int?
        /// The user overruled what is wanted now.
        var isOverruled = false
        /// The component refuses what is written next.
        var refuses = false
        /// The component takes its time with what is written next.
        var isSlow = false
        var underWay: [Int] = []
        var faults: [String] = []
        var history: [String] = []

        init(isLasting: Bool) {
            self.isLasting = isLasting
            ownership = Ownership(isLasting: isLasting)
            carryOut(ownership.setKeeper("\(keeper)"))
            carryOut(ownership.observe(value, at: now))
            carryOut(ownership.want(nil, at: now))
        }

        mutating func fault(_ words: String) { faults.append("\(words); \(history.suffix(24))") }

        mutating func carryOut(_ outputs: [Ownership<Int>.Output]) {
            for output in outputs {
                switch output {
                case .record(let record): disk = record
                case .write(let new):
                    history.append("write \(new)")
                    if disk?.isOverruled != false, value != new { fault("a write without a record") }
                    if value == new, underWay.isEmpty { fault("a write of what is there") }
                    if isOverruled, new == wanted { fault("a write against the user's hand") }
                    guard value != nil else { return fault("a write to nobody") }
                    if refuses {
                        refuses = false
                        history.append("refused")
                        carryOut(ownership.refused("no"))
                    } else if isSlow || !underWay.isEmpty {
                        underWay.append(new)
                    } else {
                        value = new
                        see(new)
                    }
                case .takenOver(let new):
                    history.append("taken over \(new)")
                    if value != new { fault("taken over by another value") }
                }
            }
        }

        /// The same news brings nothing else.
        mutating func see(_ value: Int?) {
            let outputs = ownership.observe(value, at: now)
            if outputs.contains(where: { if case .write = $0 { true } else { false } }) { fault("written unasked") }
            carryOut(outputs)
            carryOut(ownership.want(wanted, at: now))
        }

        /// What was written takes effect.
        mutating func settle() {
            isSlow = false
            while !underWay.isEmpty {
                let new = underWay.removeFirst()
                guard value != nil else { continue }
                history.append("\(new) takes effect")
                value = new
                see(new)
            }
        }

        /// Slow is less than a second.
        mutating func pass(_ span: Microseconds) {
            if span >= .seconds(1) { settle() }
            now += span
            carryOut(ownership.advance(to: now))
        }

        mutating func want(_ new: Int?) {
            history.append("want \(new.map(String.init) ?? "nothing")")
            if new != wanted { isOverruled = false }
            wanted = new
            carryOut(ownership.want(new, at: now))
        }

        /// By hand: seconds after anything that a program did.
        mutating func choose(_ new: Int) {
            settle()
            guard value != nil, value != new else { return }
            pass(.seconds(20))
            history.append("the user chooses \(new)")
            // Where what is wanted is not in force, there is nothing to overrule.
            if wanted != nil { isOverruled = new != wanted && (value == wanted || isOverruled) }
            value = new
            own = new
            see(new)
        }

        mutating func componentLeaves() {
            guard value != nil else { return }
            settle()
            history.append("the component leaves")
            pass(.seconds(20))
            if isLasting { hidden = value }
            value = nil
            carryOut(ownership.setKeeper(nil))
            carryOut(ownership.observe(nil, at: now))
        }

        mutating func componentStarts() {
            guard value == nil else { return }
            history.append("the component starts")
            keeper += 1
            value = isLasting ? hidden : 0
            if !isLasting { own = 0 }
            carryOut(ownership.setKeeper("\(keeper)"))
            see(value)
        }

        /// What a lasting store holds while nobody can read it.
        var hidden: Int?

        mutating func agentIsKilled() {
            settle()
            history.append("the agent is killed")
            pass(.seconds(1))
            ownership = Ownership(isLasting: isLasting, record: disk)
            if value != nil {
                carryOut(ownership.setKeeper("\(keeper)"))
                carryOut(ownership.observe(value, at: now))
            }
            carryOut(ownership.want(wanted, at: now))
        }

        /// Nothing is wanted, the component is there: everything is as the user had it.
        mutating func comeToRest() {
            componentStarts()
            settle()
            refuses = false
            want(nil)
            if case .notGivenBack? = ownership.trouble {
                // The next mode that comes and goes gives it another chance.
                want(3)
                want(nil)
            }
            pass(.seconds(2))
            if value != own { fault("\(value ?? -1) stays behind; the user had \(own)") }
            if ownership.record != disk { fault("the disk does not know") }
            if disk != nil { fault("a record stays behind") }
            if ownership.masked != nil { fault("a mask stays behind") }
        }
    }

    @Test(arguments: [true, false], [UInt64(1), 2, 3])
    func randomLives_leaveTheSettingAsTheUserHadIt(isLasting: Bool, seed: UInt64) {
        var random = SplitMix64(seed: seed)
        var world = World(isLasting: isLasting)
        for step in 1...4000 where world.faults.isEmpty {
            switch Int.random(in: 0..<14, using: &random) {
            case 0..<4: world.want([nil, 0, 1, 2][Int.random(in: 0..<4, using: &random)])
            case 4..<6: world.choose(Int.random(in: 0...2, using: &random))
            case 6: world.componentLeaves()
            case 7: world.componentStarts()
            case 8: world.agentIsKilled()
            case 9:
                world.settle()
                world.refuses = true
            case 10: world.isSlow = !world.refuses
            case 11: world.settle()
            default: world.pass(.seconds(Int64.random(in: 0...15, using: &random)))
            }
            if step % 20 == 0 { world.comeToRest() }
        }
        #expect(world.faults.isEmpty, "\(world.faults.first ?? "")")
    }

    @Test func f3_twoWriters_threeWritesThenItYields() {
        var ownership = Ownership<Bool>(isLasting: true)
        var now: Int64 = 1_000_000
        _ = ownership.observe(false, at: now)
        _ = ownership.want(nil, at: now)
        var writes = 0
        var outputs = ownership.want(true, at: now)
        for _ in 0..<20 {
            writes += outputs.count { $0 == .write(true) }
            _ = ownership.observe(true, at: now)
            now += 50_000
            outputs = ownership.observe(false, at: now) + ownership.want(true, at: now)
        }
        #expect(writes == 3)
        #expect(ownership.trouble == .contested)
        #expect(ownership.record?.isOverruled == true)
        // Not before something else is wanted.
        now += .seconds(600)
        #expect(ownership.observe(false, at: now).isEmpty)
        #expect(ownership.want(nil, at: now) == [.record(nil)])
        #expect(ownership.want(true, at: now).contains(.write(true)))
    }

    @Test func i2_writeWithoutEffect_isSaidOnceAndNotRepeated() {
        var ownership = Ownership<Bool>(isLasting: true)
        _ = ownership.observe(false, at: 0)
        _ = ownership.want(nil, at: 0)
        #expect(ownership.want(true, at: 0).contains(.write(true)))
        #expect(ownership.nextDue == 1_000_000)
        ownership.advance(to: 1_000_000)
        #expect(ownership.trouble == .ineffective("it was written and did not change"))
        #expect(ownership.nextDue == nil)
        #expect(ownership.observe(false, at: 2_000_000).isEmpty)
        // It takes effect after all: then it is ours, and is given back.
        _ = ownership.observe(true, at: 3_000_000)
        #expect(ownership.trouble == nil)
        #expect(ownership.masked == false)
        #expect(ownership.want(nil, at: 4_000_000).last == .write(false))
    }

    @Test func whatIsSeen_isWrittenAboutOnlyWhenWhatIsWantedIsSaid() {
        var ownership = Ownership<Bool>(isLasting: true)
        _ = ownership.want(nil, at: 0)
        #expect(ownership.want(true, at: 0).isEmpty, "nobody knows what it is")
        #expect(ownership.observe(false, at: 1).isEmpty)
        #expect(ownership.isPursuitDue)
        #expect(ownership.want(nil, at: 1).isEmpty)
        #expect(!ownership.isPursuitDue)
        #expect(ownership.want(true, at: 2).last == .write(true))
        _ = ownership.observe(true, at: 3)
        _ = ownership.observe(nil, at: 4)
        #expect(ownership.want(nil, at: 4).isEmpty)
        #expect(ownership.observe(true, at: 5).isEmpty)
        #expect(ownership.masked == false)
        #expect(ownership.want(true, at: 5).isEmpty, "it is there, and ours still")
        #expect(ownership.record?.isInForce == true)
        #expect(ownership.want(nil, at: 6).last == .write(false))
    }

    @Test func i2_lockedSetting_isRefusedAndNothingIsOurs() {
        var ownership = Ownership<Bool>(isLasting: true)
        _ = ownership.observe(false, at: 0)
        _ = ownership.want(nil, at: 0)
        _ = ownership.want(true, at: 0)
        #expect(ownership.refused("locked") == [.record(nil)])
        #expect(ownership.trouble == .ineffective("locked"))
        #expect(ownership.want(nil, at: 1).isEmpty)
        #expect(ownership.trouble == nil)
    }
}
