// SPDX-FileCopyrightText: The Focus Filters authors
// SPDX-License-Identifier: Apache-2.0

// Generated from dbus/org.focusfilters.Handler1.xml by generate-interfaces; do not edit.

public import DBus

/// What serves `org.focusfilters.Handler1`.
///
/// Called on the thread of the connection's loop. Each call is answered once, at once or later.
public protocol Handler1Service: AnyObject {
    /// Puts the values into effect. The reply acknowledges: it is to be sent when the values are in effect. Without a
    /// reply within the filter's deadline, or with an error, the call is repeated after 1 s and after 10 s more, with
    /// the same serial and token; then the handler counts as failing until any message from it arrives. While a call is
    /// in flight newer values wait, and replace each other.
    ///
    /// - Parameter filter: The filter's id.
    /// - Parameter values: The effective values, parameter id to value: an absent parameter is nil, defaults are filled
    ///   in.
    /// - Parameter transition: What changed and why, a Transition.
    func perform(filter: String, values: [String: Value], transition: [String: Value], call: MethodCall<Void>)

    /// What can be chosen for a parameter whose options are dynamic.
    ///
    /// - Parameter filter: The filter's id.
    /// - Parameter parameter: The parameter's id.
    /// - Parameter query: What to offer, by `OptionsQueryKey`.
    /// - Answer: The options, each group a Section.
    func options(filter: String, parameter: String, query: [String: Value], call: MethodCall<[[String: Value]]>)

    /// Looks entities up by id. The agent asks, for each parameter of the type 'entity' whose options are not static,
    /// about those that modes configure: when the filter is registered, when it was invalidated, and when other ones
    /// are configured; at most 1000 at a time. What the app does not know is then left out of the values that it gets.
    /// The last answer stands until there is another: after an error, and after 10 s without a reply, though a late one
    /// counts. What was never answered is performed as it is configured.
    ///
    /// - Parameter filter: The filter's id.
    /// - Parameter parameter: The parameter's id.
    /// - Parameter ids: The values to look up.
    /// - Parameter options: None yet.
    /// - Answer: Those that exist, each an Item of org.focusfilters.Focus1; an id that is not known is left out.
    func resolve(
        filter: String, parameter: String, ids: [Value], options: [String: Value], call: MethodCall<[[String: Value]]>
    )

    /// Presents a filter as it is, or would be, configured.
    ///
    /// - Parameter filter: The filter's id.
    /// - Parameter values: The values to describe.
    /// - Parameter options: None yet.
    /// - Answer: How to present the filter with these values, a Description.
    func describe(filter: String, values: [String: Value], options: [String: Value], call: MethodCall<[String: Value]>)

    /// Ready-made configurations of a filter.
    ///
    /// - Parameter filter: The filter's id.
    /// - Parameter context: None yet.
    /// - Answer: The best first, each a Suggestion.
    func suggest(filter: String, context: [String: Value], call: MethodCall<[[String: Value]]>)
}

extension Handler1 {
    /// The interface as the object server takes it. `service` lives as long as the object is exported.
    public static func exported(by service: any Handler1Service) -> ExportedInterface {
        ExportedInterface(
            name: name,
            members: Method.allCases.map(\.description),
            properties: Property.allCases.map(\.description),
            call: { dispatch($0, to: service) },
            get: { Property(rawValue: $0).map { value(of: $0, from: service) } })
    }

    /// A property's value.
    public static func value(of property: Property, from service: any Handler1Service) -> Value {
        switch property {
        case .version: version.busValue
        }
    }

    private static func dispatch(_ invocation: Invocation, to service: any Handler1Service) {
        guard let method = invocation.member.flatMap({ Method(rawValue: $0.text) }) else {
            return invocation.refuseMember()
        }
        switch method {
        case .perform:
            guard let filter: String = invocation.argument(0) else { return invocation.refuse("filter") }
            guard let values: [String: Value] = invocation.argument(1) else { return invocation.refuse("values") }
            guard let transition: [String: Value] = invocation.argument(2) else {
                return invocation.refuse("transition")
            }
            service.perform(filter: filter, values: values, transition: transition, call: MethodCall(invocation))
        case .options:
            guard let filter: String = invocation.argument(0) else { return invocation.refuse("filter") }
            guard let parameter: String = invocation.argument(1) else { return invocation.refuse("parameter") }
            guard let query: [String: Value] = invocation.argument(2) else { return invocation.refuse("query") }
            service.options(filter: filter, parameter: parameter, query: query, call: MethodCall(invocation))
        case .resolve:
            guard let filter: String = invocation.argument(0) else { return invocation.refuse("filter") }
            guard let parameter: String = invocation.argument(1) else { return invocation.refuse("parameter") }
            guard let ids: [Value] = invocation.argument(2) else { return invocation.refuse("ids") }
            guard let options: [String: Value] = invocation.argument(3) else { return invocation.refuse("options") }
            service.resolve(
                filter: filter, parameter: parameter, ids: ids, options: options, call: MethodCall(invocation)
            )
        case .describe:
            guard let filter: String = invocation.argument(0) else { return invocation.refuse("filter") }
            guard let values: [String: Value] = invocation.argument(1) else { return invocation.refuse("values") }
            guard let options: [String: Value] = invocation.argument(2) else { return invocation.refuse("options") }
            service.describe(filter: filter, values: values, options: options, call: MethodCall(invocation))
        case .suggest:
            guard let filter: String = invocation.argument(0) else { return invocation.refuse("filter") }
            guard let context: [String: Value] = invocation.argument(1) else { return invocation.refuse("context") }
            service.suggest(filter: filter, context: context, call: MethodCall(invocation))
        }
    }
}
