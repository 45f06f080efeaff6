// SPDX-FileCopyrightText: The Focus Filters authors
// SPDX-License-Identifier: Apache-2.0

extension FocusMachine {
    mutating func replace(modes: [Mode]) {
        didReplaceModes()
        let old = resolution.modes
        let new = ModeTable(modes, surroundings, held: Set(holds.modes))
        let (changed, filters) = new.differences(from: old)
        resolution.replace(modes: new)
        owned = owned.filter { new.apps.contains($0.key) }
        noteModeProblems()
        courier.outbox.modes.formUnion(changed)
        for key in filters { courier.outbox.filters.append(key) }
        for id in Set(filters.map(\.app)).sorted() { describe(id) }
        // A new name is news for those who may know it.
        if let activeMode, changed.contains(activeMode) { stale.formUnion(confidants) }
        if isReady, let mode = override?.mode, new[mode]?.mode.isEnabled != true { endOverride("its mode is gone") }
        needsDecision = true
    }

    mutating func replace(descriptors list: [AppDescriptor]) {
        let new = Dictionary(list.map { ($0.id, $0) }, uniquingKeysWith: { first, _ in first })
        let old = descriptors
        descriptors = new
        let changed = Set(new.keys).union(old.keys).filter { new[$0] != old[$0] }
        for id in changed.sorted() {
            // Another helper or program is tried at once, whatever became of the old one.
            if old[id]?.background != new[id]?.background || old[id]?.busName != new[id]?.busName {
                apps[id]?.resetActivation(&courier)
            }
            apps[id, default: App(id: id)].file = new[id]
            if isReady { apps[id]?.forgetAcknowledged(&courier) }
            courier.background.insert(id)
            dismissUnwantedProgram(of: id)
            adoptFileFilters(id)
            describe(id)
            if old[id]?.background != new[id]?.background {
                apps[id]?.heard(Self.programPeer(of: id), &courier)
            }
        }
    }

    mutating func replace(policies new: [AppID: AppPolicy]) {
        let confidants = new.filter(\.value.shareMode).keys.sorted()
        let changed = Set(confidants).symmetricDifference(self.confidants)
        let old = policies
        policies = new
        for id in Set(new.keys).union(old.keys) where new[id] ?? AppPolicy() != old[id] ?? AppPolicy() {
            for slot in apps[id]?.slots ?? [] { courier.outbox.filters.append(slot.key) }
            courier.background.insert(id)
            dismissUnwantedProgram(of: id)
        }
        self.confidants = confidants
        for id in changed {
            apps[id]?.sharesMode = new[id]?.shareMode ?? false
            stale.insert(id)
        }
    }

    /// An app that registered without filters offers those of its descriptor file, also after that changed.
    private mutating func adoptFileFilters(_ id: AppID) {
        guard let file = apps[id]?.file, let serving = apps[id]?.serving, serving.registration.filters.isEmpty,
            serving.filters != file.filters
        else { return }
        var registrant = serving
        registrant.filters = file.filters
        serve(registrant, of: id)
    }

    /// Has the app look again at its descriptions and configurations; the rest follows when the event settles.
    mutating func describe(_ id: AppID) {
        let configurations = resolution.modes.configurations(of: id)
        guard apps[id] != nil || !configurations.isEmpty else { return }
        apps[id, default: App(id: id)].describe(configurations, &courier)
        apps[id]?.sharesMode = policies[id]?.shareMode ?? false
        stale.insert(id)
        forgetIfIdle(id)
    }

    /// An app of which nothing is known any more costs nothing.
    mutating func forgetIfIdle(_ id: AppID) {
        guard let app = apps[id], app.isForgettable else { return }
        apps[id] = nil
        for slot in app.slots { courier.outbox.filters.append(slot.key) }
        if !app.problems.since.isEmpty || !app.failures.since.isEmpty {
            courier.outbox.haveProblemsChanged = true
        }
        if !app.answers.isEmpty { courier.outbox.store(AppAnswers(), of: id, isAhead: false) }
        desk.forget(id)
    }
}
