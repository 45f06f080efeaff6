// SPDX-FileCopyrightText: The Focus Filters authors
// SPDX-License-Identifier: Apache-2.0

// Generated from dbus/org.focusfilters.Focus1.xml by generate-interfaces; do not edit.

public import DBus

/// What serves `org.focusfilters.Focus1`.
///
/// Called on the thread of the connection's loop. Each call is answered once, at once or later.
public protocol Focus1Service: AnyObject {
    /// Offers filters. Registering again replaces what this connection registered before, atomically. A connection
    /// registers one app only. Leaving the bus unregisters.
    ///
    /// By rank, an app may be registered by the owner of its name or the sandboxed app of that id, by the owner of the
    /// bus name that its descriptor file names, and, while nobody owns the name, by any process of the user outside a
    /// sandbox. A higher rank displaces a lower one, which then waits.
    ///
    /// - Parameter appID: The app's id: its well-known bus name, also the id of its desktop file. Who the caller is
    ///   comes from the bus; a caller that may not speak for this app is refused.
    /// - Parameter handler: The object on the caller's connection that serves org.focusfilters.Handler1.
    /// - Parameter filters: The filters offered, each a FilterDescription. May be empty if a descriptor file describes
    ///   them.
    /// - Parameter options: What else there is to say, by `RegisterFiltersOptionsKey`.
    /// - Answer: Filter id to its FilterState. For reading: what is to be done comes with Perform.
    /// - Error `org.focusfilters.Error.AlreadyRegistered`: Another process of equal or higher rank serves the app, or
    ///   the connection registered another app.
    /// - Error `org.focusfilters.Error.InvalidDescriptor`: A filter or parameter cannot be offered so; nothing was
    ///   registered.
    /// - Error `org.focusfilters.Error.InvalidId`: The app's, a filter's or a parameter's id is not an id.
    /// - Error `org.focusfilters.Error.LimitExceeded`: More or larger than the limits allow.
    /// - Error `org.focusfilters.Error.NotOwner`: The caller may not speak for this app.
    func registerFilters(
        appID: String, handler: ObjectPath, filters: [[String: Value]], options: [String: Value],
        call: MethodCall<[String: [String: Value]]>
    )

    /// Takes filters back that this connection offered. They are performed no more.
    ///
    /// - Parameter filters: Ids of the filters to take back; empty: all.
    /// - Parameter options: None yet.
    /// - Error `org.focusfilters.Error.UnknownFilter`: The connection offers no filter of this id; nothing was taken
    ///   back.
    func unregisterFilters(filters: [String], options: [String: Value], call: MethodCall<Void>)

    /// What a filter of the caller's own should have now.
    ///
    /// - Parameter appID: The app's id.
    /// - Parameter filter: The filter's id.
    /// - Parameter options: None yet.
    /// - Answer: The filter's FilterState.
    /// - Error `org.focusfilters.Error.NotOwner`: The caller may not speak for this app.
    /// - Error `org.focusfilters.Error.UnknownFilter`: The app offers no filter of this id.
    func getCurrent(appID: String, filter: String, options: [String: Value], call: MethodCall<[String: Value]>)

    /// Whether a focus mode is on.
    ///
    /// - Parameter appID: The app's id.
    /// - Parameter options: None yet.
    /// - Answer: What the app may know, a Status.
    /// - Error `org.focusfilters.Error.NotOwner`: The caller may not speak for this app.
    func getStatus(appID: String, options: [String: Value], call: MethodCall<[String: Value]>)

    /// The app's own state changed: what the handler's Describe, Options and Resolve answered for this filter is out of
    /// date. The agent looks the configured entities up again, and tells tools, which ask for the rest.
    ///
    /// - Parameter filter: The filter's id.
    /// - Parameter options: None yet.
    /// - Error `org.focusfilters.Error.UnknownFilter`: The connection offers no filter of this id.
    func invalidateAppContext(filter: String, options: [String: Value], call: MethodCall<Void>)

    /// For a button such as "show everything": while a filter is suspended, its effective values are the defaults and
    /// it is not active, for GetCurrent too. Ends when it is resumed, or when the configured values or the active mode
    /// change. Asking for what is so already does nothing.
    ///
    /// - Parameter filter: The filter's id.
    /// - Parameter on: Whether to suspend the filter or to resume it.
    /// - Parameter options: None yet.
    /// - Error `org.focusfilters.Error.NotActive`: No mode configures the filter now, so that there is nothing to
    ///   suspend.
    /// - Error `org.focusfilters.Error.UnknownFilter`: The connection offers no filter of this id.
    func suspend(filter: String, on: Bool, options: [String: Value], call: MethodCall<Void>)
}

extension Focus1 {
    /// The interface as the object server takes it. `service` lives as long as the object is exported.
    public static func exported(by service: any Focus1Service) -> ExportedInterface {
        ExportedInterface(
            name: name,
            members: Method.allCases.map(\.description),
            properties: Property.allCases.map(\.description),
            call: { dispatch($0, to: service) },
            get: { Property(rawValue: $0).map { value(of: $0, from: service) } })
    }

    /// A property's value.
    public static func value(of property: Property, from service: any Focus1Service) -> Value {
        switch property {
        case .version: version.busValue
        }
    }

    private static func dispatch(_ invocation: Invocation, to service: any Focus1Service) {
        guard let method = invocation.member.flatMap({ Method(rawValue: $0.text) }) else {
            return invocation.refuseMember()
        }
        switch method {
        case .registerFilters:
            guard let appID: String = invocation.argument(0) else { return invocation.refuse("app_id") }
            guard let handler: ObjectPath = invocation.argument(1) else { return invocation.refuse("handler") }
            guard let filters: [[String: Value]] = invocation.argument(2) else { return invocation.refuse("filters") }
            guard let options: [String: Value] = invocation.argument(3) else { return invocation.refuse("options") }
            service.registerFilters(
                appID: appID, handler: handler, filters: filters, options: options, call: MethodCall(invocation)
            )
        case .unregisterFilters:
            guard let filters: [String] = invocation.argument(0) else { return invocation.refuse("filters") }
            guard let options: [String: Value] = invocation.argument(1) else { return invocation.refuse("options") }
            service.unregisterFilters(filters: filters, options: options, call: MethodCall(invocation))
        case .getCurrent:
            guard let appID: String = invocation.argument(0) else { return invocation.refuse("app_id") }
            guard let filter: String = invocation.argument(1) else { return invocation.refuse("filter") }
            guard let options: [String: Value] = invocation.argument(2) else { return invocation.refuse("options") }
            service.getCurrent(appID: appID, filter: filter, options: options, call: MethodCall(invocation))
        case .getStatus:
            guard let appID: String = invocation.argument(0) else { return invocation.refuse("app_id") }
            guard let options: [String: Value] = invocation.argument(1) else { return invocation.refuse("options") }
            service.getStatus(appID: appID, options: options, call: MethodCall(invocation))
        case .invalidateAppContext:
            guard let filter: String = invocation.argument(0) else { return invocation.refuse("filter") }
            guard let options: [String: Value] = invocation.argument(1) else { return invocation.refuse("options") }
            service.invalidateAppContext(filter: filter, options: options, call: MethodCall(invocation))
        case .suspend:
            guard let filter: String = invocation.argument(0) else { return invocation.refuse("filter") }
            guard let on: Bool = invocation.argument(1) else { return invocation.refuse("on") }
            guard let options: [String: Value] = invocation.argument(2) else { return invocation.refuse("options") }
            service.suspend(filter: filter, on: on, options: options, call: MethodCall(invocation))
        }
    }
}
