// SPDX-FileCopyrightText: The Focus Filters authors
// SPDX-License-Identifier: Apache-2.0

extension Event {
    /// What people and apps ask for waits until the machine is ready; what is so, is taken in at once.
    var waitsForReady: Bool {
        switch self {
        case .source, .silencer, .notificationServer, .modes, .descriptors, .policies, .problems, .almanac, .owners,
            .timer, .resumed, .end:
            false
        case .register, .unregister, .vanished, .contact, .performed, .suspend, .invalidate, .answered, .helperStart,
            .activate, .deactivate, .resume, .ask, .hold, .release:
            true
        }
    }

    /// The process that the event is about.
    var peer: PeerID? {
        switch self {
        case .register(let registration, _): registration.peer
        case .unregister(let peer, _, _), .vanished(let peer), .contact(let peer), .performed(let peer, _, _, _, _),
            .suspend(let peer, _, _, _), .invalidate(let peer, _, _), .hold(_, let peer, _, _, _),
            .release(_, let peer, _):
            peer
        case .source, .silencer, .notificationServer, .modes, .descriptors, .policies, .problems, .almanac, .owners,
            .answered, .helperStart, .activate, .deactivate, .resume, .ask, .timer, .resumed, .end:
            nil
        }
    }
}
