// SPDX-FileCopyrightText: The Focus Filters authors
// SPDX-License-Identifier: Apache-2.0

import FocusCore
import FocusInterfaces
import FocusProcess
import Glibc

/// Changes modes' files on behalf of people's tools. The user's own file is edited in place; what another one says is
/// changed by a drop-in. Nothing is written unless the result can be read and fits what the apps describe.
final class ModeFiles {
    private let configuration: Configuration
    private let paths: Paths
    /// What an app offers under this filter; nil: nothing.
    private let descriptor: (FilterKey) -> FilterDescriptor?
    /// The filters that an app offers; nil: there is no such app.
    private let offers: (AppID) -> [Identifier]?
    /// Puts the files in force; returns what is wrong with them.
    let reload: () -> [Problem]

    init(
        configuration: Configuration, paths: Paths, descriptor: @escaping (FilterKey) -> FilterDescriptor?,
        offers: @escaping (AppID) -> [Identifier]?, reload: @escaping () -> [Problem]
    ) {
        self.configuration = configuration
        self.paths = paths
        self.descriptor = descriptor
        self.offers = offers
        self.reload = reload
    }

    /// The mode of this id, as it is in force.
    func mode(_ id: ModeID) -> Mode? { configuration.mode(id) }

    /// `UnknownMode`, naming those that are near.
    func unknownMode(_ id: ModeID) -> FocusError { .unknownMode(id, among: configuration.modeIDs) }

    /// Changes what `change` names.
    func change(_ id: ModeID, _ change: ModeChanges) throws(WireError) {
        let files = try existing(id)
        if let filters = change.filters { try check(filters) }
        try write(id, files, edit(change, replacing: configuration.mode(id)))
    }

    /// Makes a mode of the user's own, from a preset if one is named.
    func create(_ id: ModeID, preset: ModeID?, _ change: ModeChanges) throws(WireError) {
        if let filters = change.filters { try check(filters) }
        guard configuration.files(of: id) == nil else {
            throw .focus(FocusError(.invalidValue, "there is a mode '\(id)' already; change it, or choose another id"))
        }
        var base = Array("[Mode]\nName=\(KeyFile.escaped(id.text))\n".utf8)
        if let preset {
            guard let file = configuration.preset(preset) else {
                throw .focus(
                    FocusError(
                        .unknownMode, Self.noSuch("preset", preset.text, among: configuration.presetIDs)))
            }
            base = file.bytes
        }
        try write(id, [TextFile(path: ownPath(id), bytes: base)], edit(change, replacing: nil))
    }

    /// Deletes the user's own mode; disables another's.
    func delete(_ id: ModeID) throws(WireError) {
        let files = try existing(id)
        if files.first?.path == ownPath(id) {
            let folder = ownPath(id) + Names.Files.dropInFolderEnding
            for name in AtomicFile.list(folder) where name.hasSuffix(Names.Files.dropInEnding) {
                unlink("\(folder)/\(name)")
            }
            rmdir(folder)
            guard unlink(ownPath(id)) == 0 else { throw readOnly(AtomicFile.Failure(path: ownPath(id), code: errno)) }
            _ = reload()
            // A mode of the system's may have been hidden behind the user's own.
            guard let hidden = configuration.files(of: id) else { return }
            try write(id, hidden, ModeEdit(keys: ["Enabled": "false"]))
        } else {
            try write(id, files, ModeEdit(keys: ["Enabled": "false"]))
        }
    }

    /// Replaces what is configured for one filter.
    func configure(
        _ id: ModeID, _ filter: FilterKey, _ values: [Identifier: ConfiguredValue]
    ) throws(WireError) {
        let files = try existing(id)
        guard let known = offers(filter.app) else {
            throw .focus(
                FocusError(.unknownApp, "no app '\(filter.app)' offers filters; start it once, or check its id"))
        }
        guard descriptor(filter) != nil else {
            throw .focus(
                FocusError(
                    .unknownFilter,
                    "'\(filter.app)': " + Self.noSuch("filter", filter.filter.text, among: known.map(\.text))))
        }
        try check([filter: values])
        try write(id, files, ModeEdit(filters: [filter: values.mapValues { gvariantText(of: $0) }]))
    }

    /// Leaves one filter unconfigured.
    func unconfigure(_ id: ModeID, _ filter: FilterKey) throws(WireError) {
        let files = try existing(id)
        guard configuration.mode(id)?.filters[filter] != nil else {
            throw .focus(
                FocusError(
                    .notActive,
                    "mode '\(id)' does not configure '\(filter)'; 'focusctl show \(id)' lists what it configures"))
        }
        try write(id, files, ModeEdit(filters: [filter: nil]))
    }

    private func existing(_ id: ModeID) throws(WireError) -> [TextFile] {
        guard let files = configuration.files(of: id) else { throw .focus(unknownMode(id)) }
        return files
    }

    private func edit(_ change: ModeChanges, replacing mode: Mode?) -> ModeEdit {
        var edit = ModeEdit(keys: change.fileKeys)
        guard let filters = change.filters else { return edit }
        for key in mode?.filters.keys ?? [:].keys { edit.filters[key] = .some(nil) }
        for (key, values) in filters { edit.filters[key] = values.mapValues { gvariantText(of: $0) } }
        return edit
    }

    /// Values for filters that are known must fit; others are taken as they are and wait for their app.
    private func check(_ filters: [FilterKey: [Identifier: ConfiguredValue]]) throws(WireError) {
        for (key, values) in filters {
            guard let descriptor = descriptor(key) else { continue }
            for (parameter, value) in values {
                guard let description = descriptor.parameter(named: parameter) else {
                    throw .focus(
                        FocusError(
                            .unknownParameter,
                            "'\(key)': "
                                + Self.noSuch("parameter", parameter.text, among: descriptor.parameters.map(\.id.text)))
                    )
                }
                if let complaint = description.fit(value).complaints.first {
                    throw .focus(FocusError(.invalidValue, "'\(key)': parameter '\(parameter)' \(complaint)"))
                }
            }
        }
    }

    private func write(_ id: ModeID, _ files: [TextFile], _ edit: ModeEdit) throws(WireError) {
        let isOwn = files.count == 1 && files[0].path == ownPath(id)
        let dropIn = "\(ownPath(id))\(Names.Files.dropInFolderEnding)/\(Names.Files.userDropIn)"
        let target = isOwn ? ownPath(id) : dropIn
        var result = files
        let index = files.firstIndex { $0.path == target } ?? Self.place(of: target, in: files)
        do throws(TextError) {
            let old = index < files.count && files[index].path == target ? files[index].bytes : []
            let inherited = isOwn ? [] : configured(id, files.prefix(index))
            let new = TextFile(path: target, bytes: try edit.applied(to: old, inherited: inherited))
            if index < files.count && files[index].path == target {
                result[index] = new
            } else {
                result.insert(new, at: index)
            }
        } catch {
            throw .focus(FocusError(.invalidValue, "\(target): \(error)"))
        }
        do throws(FileError) {
            _ = try configuration.check(id, result)
        } catch {
            throw .focus(FocusError(.invalidValue, error.error.message))
        }
        do throws(AtomicFile.Failure) {
            if let slash = target.lastIndex(of: "/") {
                try AtomicFile.makeFolder(String(target[..<slash]), mode: 0o700)
            }
            try AtomicFile.write(target, result[index].bytes, mode: 0o600, isSynced: true)
        } catch {
            throw readOnly(error)
        }
        _ = reload()
    }

    /// Where a drop-in of this path comes among the others: in the order of names, after the base file.
    private static func place(of target: String, in files: [TextFile]) -> Int {
        func name(_ path: String) -> Substring {
            path[(path.lastIndex(of: "/").map(path.index(after:)) ?? path.startIndex)...]
        }
        return files.indices.dropFirst().first {
            name(target).utf8.lexicographicallyPrecedes(name(files[$0].path).utf8)
        } ?? files.count
    }

    private func configured(_ id: ModeID, _ files: ArraySlice<TextFile>) -> Set<FilterKey> {
        let reading = try? configuration.check(id, Array(files))
        return Set(reading?.filters.keys ?? [:].keys)
    }

    private func ownPath(_ id: ModeID) -> String {
        "\(paths.configHome)/\(Names.Files.folder)/\(Names.Files.modes)/\(id)\(Names.Files.modeEnding)"
    }

    private func readOnly(_ failure: AtomicFile.Failure) -> WireError {
        .focus(FocusError(.readOnly, "\(failure.message); the user's modes cannot be written there"))
    }

    private static func noSuch(_ kind: String, _ name: String, among names: [String]) -> String {
        let hint = suggestion(for: name, among: names)
        guard hint.isEmpty else { return "there is no \(kind) '\(name)'\(hint)" }
        guard !names.isEmpty else { return "there is no \(kind) '\(name)', nor any other" }
        return "there is no \(kind) '\(name)'; there are \(names.prefix(20).joined(separator: ", "))"
    }
}

extension ModeChanges {
    /// The keys of `[Mode]` with their texts.
    fileprivate var fileKeys: [String: String?] {
        var keys: [String: String?] = [:]
        func add<Content>(_ key: String, _ setting: Setting<Content>?, _ text: (Content) -> String) {
            switch setting {
            case nil: break
            case .unset?: keys[key] = .some(nil)
            case .set(let content)?: keys[key] = text(content)
            }
        }
        add("Name", name) { $0 }
        add("Icon", icon) { $0 }
        add("Color", color) { $0 }
        add("When", when) { $0 }
        add("Schedule", schedule) { $0 }
        add("Priority", priority) { "\($0)" }
        add("Enabled", isEnabled) { "\($0)" }
        add("DoNotDisturb", doNotDisturb) { $0 }
        add("EnterDelay", enterDelay) { TimeSpan.text(of: $0) }
        add("LeaveDelay", leaveDelay) { TimeSpan.text(of: $0) }
        return keys
    }
}

extension FocusError {
    /// `UnknownMode`, naming those that are near.
    static func unknownMode(_ id: ModeID, among ids: [ModeID]) -> FocusError {
        let hint = suggestion(for: id.text, among: ids.map(\.text))
        return FocusError(
            .unknownMode, "there is no mode '\(id)'" + (hint.isEmpty ? "; 'focusctl modes' lists them" : hint))
    }
}
