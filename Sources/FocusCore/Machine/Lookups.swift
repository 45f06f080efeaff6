// SPDX-FileCopyrightText: The Focus Filters authors
// SPDX-License-Identifier: Apache-2.0

extension FocusMachine {
    /// What is known of a filter: from the process that serves it, else from the descriptor file; nil: nothing.
    public func descriptor(of key: FilterKey) -> FilterDescriptor? {
        guard let app = apps[key.app], let place = app.place(named: key.filter) else { return nil }
        return app.slots[place].descriptor
    }

    /// The filter's parameters; none if it is not known.
    public func parameters(of key: FilterKey) -> [ParameterDescriptor] { descriptor(of: key)?.parameters ?? [] }

    /// What of a configuration does not fit what the app offers, with the parameter; nothing if the filter is not known.
    public func misfits(
        of configured: [Identifier: ConfiguredValue], for key: FilterKey
    ) -> [(parameter: Identifier, complaint: String)] {
        guard let app = apps[key.app], let place = app.place(named: key.filter) else { return [] }
        let slot = app.slots[place]
        let unknown = app.answers.unknown(of: slot.key.filter)
        return configured.keys.sorted().flatMap { name in
            slot.descriptor.effectiveValues(configured.filter { $0.key == name }, unknown: unknown).complaints.map {
                (parameter: name, complaint: $0)
            }
        }
    }

    /// The filters that an app is known to offer; nil if nothing is known of it.
    public func filters(of app: AppID) -> [Identifier]? {
        guard let slots = apps[app]?.slots, !slots.isEmpty else { return nil }
        return slots.map(\.key.filter)
    }

    /// The name that an app's background helper owns, by its descriptor file; without one, the app's own.
    public func helper(of app: AppID) -> AppID { descriptors[app]?.busName ?? app }

    /// Whether the peer registered this filter.
    public func offers(_ peer: PeerID, _ filter: Identifier) -> Bool {
        guard let app = peers[peer]?.app else { return false }
        return registrant(peer, of: app)?.filters.contains { $0.id == filter } ?? false
    }

    /// What a filter should have now, for a process that may speak for the app whether or not it registered.
    public func state(of key: FilterKey) -> Result<FilterState, FocusError> {
        guard let app = apps[key.app], let place = app.place(named: key.filter) else {
            let names = filters(of: key.app)?.map(\.text) ?? []
            return .failure(
                FocusError(
                    .unknownFilter,
                    "\(key.app) offers no filter '\(key.filter)'; register it, or install a descriptor file"
                        + suggestion(for: key.filter.text, among: names)))
        }
        return .success(app.slots[place].state)
    }
}
