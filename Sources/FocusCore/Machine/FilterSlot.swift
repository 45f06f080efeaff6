// SPDX-FileCopyrightText: The Focus Filters authors
// SPDX-License-Identifier: Apache-2.0

/// One filter of one app: what it offers, what is wanted, and how far that is delivered.
struct FilterSlot: Sendable {
    /// What one mode configures, fitted to the descriptor.
    struct Configured: Sendable {
        let values: [Identifier: ParameterValue]
        let token: Token
        /// Names the configuration for a suspension.
        let configurationToken: Token
    }

    let key: FilterKey
    let descriptor: FilterDescriptor
    let defaults: [Identifier: ParameterValue]
    private let defaultToken: Token
    private(set) var configured: [ModeID: Configured] = [:]
    /// The entities that modes name, by parameter, each once.
    private(set) var entities: [Identifier: [ParameterValue]] = [:]
    /// What does not fit, as problems.
    private(set) var problems: [Problem] = []

    var want: Want
    /// Names what the filter should have as the descriptor file describes it; of one that is not there, or of an app
    /// without a helper, the same as in ``want``.
    var tokenByFile: Token
    /// Present while a process serves the filter.
    var delivery: Delivery?
    var timer: TimerHeap<Deadline>.Handle?

    init(key: FilterKey, descriptor: FilterDescriptor) {
        self.key = key
        self.descriptor = descriptor
        defaults = descriptor.defaults
        defaultToken = TokenDigest.token(filter: key.filter, isActive: false, values: defaults, mode: nil)
        want = Want(values: defaults, token: defaultToken)
        tokenByFile = defaultToken
    }

    /// Takes over what another description of the same filter had under way.
    mutating func takeOver(_ old: FilterSlot) {
        want = old.want
        tokenByFile = old.tokenByFile
        delivery = old.delivery
        timer = old.timer
    }

    /// Fits what the modes configure; `configurations`: those meant for this filter. `unknown`: entities that the app
    /// does not know, by parameter.
    mutating func configure(
        _ configurations: [ModeTable.Configuration], unknown: [Identifier: Set<ParameterValue>] = [:]
    ) {
        configured = [:]
        entities = [:]
        problems = []
        for configuration in configurations {
            let (values, complaints) = descriptor.effectiveValues(configuration.values, unknown: unknown)
            for (parameter, ids) in descriptor.entities(in: configuration.values) {
                entities[parameter, default: []] += ids
            }
            configured[configuration.mode] = Configured(
                values: values,
                token: TokenDigest.token(filter: key.filter, isActive: true, values: values, mode: nil),
                configurationToken: TokenDigest.configurationToken(
                    mode: configuration.mode, configured: configuration.values))
            problems += complaints.map {
                Problem(
                    kind: .filter, subject: key.description,
                    message: "mode '\(configuration.mode)': \($0); this part is left out", file: configuration.file)
            }
        }
        for (parameter, ids) in entities {
            var seen: Set<ParameterValue> = []
            entities[parameter] = ids.filter { seen.insert($0).inserted }
        }
    }

    /// The names under which a mode may configure the filter; the first one found counts.
    var names: [Identifier] { [key.filter] + descriptor.aliases }

    /// What the filter should have in a mode. The serial is not set.
    func want(in mode: Mode?, suspendedConfiguration: Token?, shared: SharedMode?) -> Want {
        var want = Want(values: defaults, token: defaultToken, mode: shared)
        if let configured = mode.flatMap({ configured[$0.id] }) {
            want.isConfigured = true
            want.isSuspended = suspendedConfiguration == configured.configurationToken
            if !want.isSuspended {
                want.isDefault = false
                want.values = configured.values
                want.token = configured.token
            }
        }
        if let shared {
            want.token = TokenDigest.token(
                filter: key.filter, isActive: want.isActive, values: want.values, mode: shared)
        }
        return want
    }

    /// Has the delivery, if a process serves the filter, take in what happened.
    mutating func drive(_ step: (inout Delivery, Want) -> Delivery.Order) -> Delivery.Order? {
        let want = want
        return delivery?.take(want, step)
    }

    var state: FilterState {
        FilterState(
            isActive: want.isActive, isSuspended: want.isSuspended, values: want.values, serial: want.serial,
            token: want.token)
    }
}
