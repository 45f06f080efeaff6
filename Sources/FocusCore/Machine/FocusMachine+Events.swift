// SPDX-FileCopyrightText: The Focus Filters authors
// SPDX-License-Identifier: Apache-2.0

extension Event {
    /// What people and apps ask for waits until the machine is ready; what is so, is taken in at once.
    var waitsForReady: Bool {
        switch self {
        case .source, .notificationServer, .modes, .descriptors, .policies, .problems, .almanac, .owners, .timer: false
        case .register, .unregister, .vanished, .contact, .performed, .suspend, .invalidate, .answered, .activate,
            .deactivate, .resume, .ask:
            true
        }
    }

    /// The process that the event is about.
    var peer: PeerID? {
        switch self {
        case .register(let registration, _): registration.peer
        case .unregister(let peer, _, _), .vanished(let peer), .contact(let peer), .performed(let peer, _, _, _, _),
            .suspend(let peer, _, _, _), .invalidate(let peer, _, _):
            peer
        case .source, .notificationServer, .modes, .descriptors, .policies, .problems, .almanac, .owners, .answered,
            .activate, .deactivate, .resume, .ask, .timer:
            nil
        }
    }
}
