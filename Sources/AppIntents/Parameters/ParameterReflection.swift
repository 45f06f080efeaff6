// SPDX-FileCopyrightText: The Focus Filters authors
// SPDX-License-Identifier: Apache-2.0

/// Finds what an intent is made of.
enum ParameterReflection {
    /// The parameters by name, in the order of the declarations.
    static func found(in intent: some AppIntent) -> [(name: String, parameter: any AnyIntentParameter)] {
        Mirror(reflecting: intent).children.compactMap { child in
            guard let parameter = child.value as? any AnyIntentParameter, let name = name(child.label) else {
                return nil
            }
            return (name, parameter)
        }
    }

    /// Whether the program was built so that the parts of `intent` cannot be found (`-disable-reflection-metadata`,
    /// `-disable-reflection-names`): it has some, yet shows none, or none with a name.
    static func isMissing(for intent: some AppIntent) -> Bool {
        let children = Mirror(reflecting: intent).children
        return MemoryLayout.size(ofValue: intent) > 0
            && (children.isEmpty || children.contains { name($0.label)?.isEmpty ?? true })
    }

    /// What is missing for the dependencies of an intent, a query or a provider.
    static func missingDependencies(of part: Any) -> [String] {
        Mirror(reflecting: part).children.compactMap { ($0.value as? any AnyAppDependency)?.complaint }
    }

    /// The names of parameters of `intent` on which the options of `provider` depend.
    static func dependencies(of provider: any DynamicOptionsProvider, on intent: some AppIntent) -> [String] {
        var names: [String] = []
        for child in Mirror(reflecting: provider).children {
            guard let dependency = child.value as? any AnyParameterDependency else { continue }
            for parameter in dependency.parameters(of: intent) {
                if let name = found(in: intent).first(where: { $0.parameter === parameter })?.name {
                    names.append(name)
                }
            }
        }
        return names
    }

    /// A wrapped property is stored under its name with `_` before it.
    private static func name(_ label: String?) -> String? {
        label.map { $0.hasPrefix("_") ? String($0.dropFirst()) : $0 }
    }
}
