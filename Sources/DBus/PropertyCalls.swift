// SPDX-FileCopyrightText: The Focus Filters authors
// SPDX-License-Identifier: Apache-2.0

/// `Get`, `GetAll` and `Set` of `org.freedesktop.DBus.Properties` on one object.
struct PropertyCalls {
    let object: ExportedObject

    /// `invocation` has the types of one of the three.
    func answer(_ invocation: Invocation) {
        let message = invocation.message
        if let (interface, name) = message.values(as: String.self, String.self) {
            get(invocation, interface, name)
        } else if let interface = message.values(as: String.self) {
            getAll(invocation, interface)
        } else if let (interface, name, value) = message.values(as: String.self, String.self, Value.self) {
            set(invocation, interface, name, value)
        }
    }

    private func get(_ invocation: Invocation, _ interfaceName: String, _ name: String) {
        guard let (interface, property) = find(invocation, interfaceName, name) else { return }
        switch property.access {
        case .read, .readWrite: break
        case .write:
            invocation.fail(.accessDenied, "the property '\(name)' cannot be read")
            return
        }
        guard let value = interface.get(name) else {
            invocation.fail(.failed, "the property '\(name)' has no value at present")
            return
        }
        invocation.reply([.variant(value)])
    }

    private func getAll(_ invocation: Invocation, _ interfaceName: String) {
        guard let interfaces = interfaces(invocation, interfaceName) else { return }
        var values: [String: Value] = [:]
        for interface in interfaces {
            for property in interface.properties where property.access != .write {
                values[property.name.text] = values[property.name.text] ?? interface.get(property.name.text)
            }
        }
        invocation.reply([values.busValue])
    }

    private func set(_ invocation: Invocation, _ interfaceName: String, _ name: String, _ value: Value) {
        guard let (interface, property) = find(invocation, interfaceName, name) else { return }
        guard property.access != .read else {
            invocation.fail(.propertyReadOnly, "the property '\(name)' cannot be set")
            return
        }
        guard value.signature == property.signature else {
            invocation.fail(
                .invalidArgs, "the property '\(name)' has the type '\(property.signature)', not '\(value.signature)'")
            return
        }
        interface.set(name, value, MethodCall(invocation))
    }

    private func find(
        _ invocation: Invocation, _ interfaceName: String, _ name: String
    ) -> (ExportedInterface, PropertyDescription)? {
        guard let interfaces = interfaces(invocation, interfaceName) else { return nil }
        for interface in interfaces {
            if let property = interface.properties.first(where: { $0.name.text == name }) {
                return (interface, property)
            }
        }
        let place = interfaceName.isEmpty ? object.path.text : interfaceName
        invocation.fail(.unknownProperty, "\(place) has no property '\(name)'")
        return nil
    }

    /// The interfaces that a caller means; an empty name means all. `nil` if there is none, which has been answered.
    private func interfaces(_ invocation: Invocation, _ name: String) -> [ExportedInterface]? {
        if name.isEmpty { return object.interfaces }
        if let interface = object.interfaces.first(where: { $0.name.text == name }) { return [interface] }
        if let standard = InterfaceName(name), StandardInterface.isStandard(standard) { return [] }
        invocation.fail(.unknownInterface, "\(object.path) has no interface '\(name)'")
        return nil
    }
}
