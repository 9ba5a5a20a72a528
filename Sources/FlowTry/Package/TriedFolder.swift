import FlowSystem
import FlowTrace
import LibC

/// A package, and the part of it to run.
package struct TriedFolder: TriedSource {
    /// The part of a package to run.
    package enum Part: Equatable {
        /// An executable product; the only one if it has no name.
        case executable(String?, arguments: [String])
        /// The tests whose names match a filter, or all.
        case tests(filter: String?)
    }

    /// The absolute path of its folder.
    let folder: String
    package private(set) var part: Part
    let isRelease: Bool
    let kit: FlowvizKit
    let toolchain: Toolchain
    private var sources: SourceStamps
    /// The time of the last look at its sources, in nanoseconds.
    private var lastLook: UInt64 = 0

    /// - Parameter given: The path of the package's folder.
    /// - Throws: ``Failure`` if there is no package, or flowviz's sources or the toolchain are missing.
    package init(_ given: String, _ part: Part, isRelease: Bool) throws(Failure) {
        guard let folder = FilePath.resolved(given), access("\(folder)/Package.swift", R_OK) == 0 else {
            throw Failure("'\(given)' has no Package.swift; name the folder of a package, or a file of Swift")
        }
        try BuildCache.checkBuildable(folder)
        (self.folder, self.part, self.isRelease) = (folder, part, isRelease)
        toolchain = try Toolchain()
        kit = try FlowvizKit(of: try FlowvizSources(), toolchain)
        sources = SourceStamps(of: folder)
    }

    /// Chooses the executable to run, if none has been named.
    package mutating func run(_ product: String) {
        if case .executable(nil, let arguments) = part { part = .executable(product, arguments: arguments) }
    }

    package var name: String { FileName.last(of: folder) }

    var isSuite: Bool {
        if case .tests = part { return true }
        return false
    }

    package var path: String? { nil }

    /// The nanoseconds between two looks at its sources.
    private static let interval: UInt64 = 1_000_000_000

    package mutating func reload() -> Bool {
        guard MonotonicClock.now >= lastLook + TriedFolder.interval else { return false }
        lastLook = MonotonicClock.now
        let now = SourceStamps(of: folder)
        defer { sources = now }
        return now != sources
    }

    package func build(into folder: RunFolder.Part) throws(Failure) -> (any TriedBuild)? {
        guard let turn = try BuildTurn(in: kit.folder) else { return nil }
        return try PackageBuild(of: self, with: kit, toolchain, in: folder.path, turn)
    }
}

/// The versions of a package's sources.
struct SourceStamps: Equatable {
    private let stamps: [String: FileStamp]

    /// - Complexity: O(files below the folder).
    init(of folder: String) {
        let files = (try? SourceTree.files(below: folder)) ?? []
        stamps = Dictionary(uniqueKeysWithValues: files.compactMap { path in FileStamp(of: path).map { (path, $0) } })
    }
}
