// SPDX-FileCopyrightText: The Focus Filters authors
// SPDX-License-Identifier: Apache-2.0

import Foundation
import FuzzTargets
import Testing

/// What fuzzing found once, and examples to start from: each must pass for good.
@Suite struct CorpusTests {
    /// One file of a target's corpus.
    struct Input: CustomTestStringConvertible, Sendable {
        let target: FuzzTarget
        let file: URL
        var testDescription: String { "\(target.rawValue)/\(file.lastPathComponent)" }
    }

    private static let folder = URL(fileURLWithPath: #filePath).deletingLastPathComponent()
        .deletingLastPathComponent().appendingPathComponent("corpus")

    private static let inputs = FuzzTarget.allCases.flatMap { target in
        let files = try? FileManager.default.contentsOfDirectory(
            at: folder.appendingPathComponent(target.rawValue), includingPropertiesForKeys: nil)
        return (files ?? []).map { Input(target: target, file: $0) }.sorted { $0.file.path < $1.file.path }
    }

    @Test(arguments: inputs)
    func input_passes(_ input: Input) throws { try input.target.run(Array(Data(contentsOf: input.file))) }

    @Test(arguments: FuzzTarget.allCases)
    func target_hasACorpus(_ target: FuzzTarget) {
        #expect(Self.inputs.contains { $0.target == target })
    }
}
