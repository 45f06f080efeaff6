// SPDX-FileCopyrightText: The Focus Filters authors
// SPDX-License-Identifier: Apache-2.0

import DBus
import FocusCore
import FocusInterfaces

/// Calls apps' handlers. No deadline of its own: the machine minds it, and a late reply still counts.
struct Handlers {
    let connection: Connection

    /// Sends one attempt; `done` hears whether the handler acknowledged it.
    func perform(_ perform: Perform, parameters: [ParameterDescriptor], done: @escaping (_ succeeded: Bool) -> Void) {
        guard let peer = BusName(perform.peer.text), let path = ObjectPath(perform.handler) else { return done(false) }
        Handler1Client(connection, destination: peer, path: path).perform(
            filter: perform.filter.text, values: WireValues.dictionary(perform.values, of: parameters),
            transition: perform.transition.wire(of: parameters), deadline: nil
        ) { result in
            switch result {
            case .success: done(true)
            case .failure: done(false)
            }
        }
    }
}
