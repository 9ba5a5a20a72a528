import FlowSystem
import FlowTrace
import LibC

/// The package in the user's cache in which tried files are built.
///
/// Each pair of flowviz and toolchain has a package. Only the tried file changes, so everything else is built once. The holder of
/// a ``BuildTurn`` builds one file at a time and links its program elsewhere before the next build. Any file that flowviz did not
/// write is an error, so that no foreign code is compiled.
package final class TryPackage {
    /// The package's folder.
    let folder: String
    /// The text of the package's files by path, without the tried file.
    private let files: [String: String]
    /// The path of `swift`.
    private let swift: String
    /// The name of the program's module. Programs in real time and in virtual time have separate modules.
    private static func module(of snippet: Snippet) -> String { snippet.isVirtual ? TriedModule.virtual : TriedModule.usual }
    /// The file in each module that re-exports the modules available to every tried file.
    private static let exports = "Exports.swift"
    private static let modules = [TriedModule.usual: ["TryKit"], TriedModule.virtual: ["TryKit", "TryVirtual"]]

    /// Makes the package if it does not exist yet.
    ///
    /// - Throws: ``Failure`` if the toolchain is missing, or the package cannot be made.
    package init(of sources: FlowvizSources) throws(Failure) {
        let toolchain = try Toolchain()
        swift = toolchain.swift
        let manifest = TryPackage.manifest(of: sources)
        let name = "try-\(BuildCache.key(of: [manifest, toolchain.resolved]))"
        folder = try BuildCache.package(name, of: sources)
        files = ["Package.swift": manifest]
        try write(files)
        try makeModules(in: name)
        // The dependencies with which flowviz was built are on this machine already, so no network is needed.
        let (known, versions) = ("\(sources.folder)/Package.resolved", "\(folder)/\(TryPackage.versions)")
        if access(versions, F_OK) != 0, let text = try? InputFile.text(known, limit: 1 << 20) {
            try BuildCache.write(text, to: versions)
        }
    }

    /// Makes the folders of the modules, each with one file, since Swift rejects a module without files. ``take(_:)`` writes the
    /// imports of a tried file.
    private func makeModules(in package: String) throws(Failure) {
        for (module, products) in TryPackage.modules {
            let path = "\(try BuildCache.folder(package, "Sources", module))/\(TryPackage.exports)"
            guard access(path, F_OK) != 0 else { continue }
            try BuildCache.write(products.map { "@_exported import \($0)\n" }.joined(), to: path)
        }
    }

    /// Takes the turn to build, `nil` while another flowviz has it.
    ///
    /// - Throws: ``Failure`` if the package has been removed, or is not private to this user.
    func turn() throws(Failure) -> BuildTurn? { try BuildTurn(in: folder) }

    private func sourceFolder(of snippet: Snippet) -> String { "\(folder)/Sources/\(TryPackage.module(of: snippet))" }

    /// Replaces the tried file in the package.
    func take(_ snippet: Snippet) throws(Failure) {
        unlink("\(sourceFolder(of: snippet))/\(snippet.isTopLevel ? Snippet.declared : Snippet.topLevel)")
        let exports = snippet.exports.map { "@_exported import \($0)\n" }.joined()
        try write(files.merging(["Sources/\(TryPackage.module(of: snippet))/\(TryPackage.exports)": exports]) { $1 })
        try BuildCache.write(snippet.source, to: path(of: snippet))
        try check()
    }

    private func write(_ files: [String: String]) throws(Failure) {
        for (name, text) in files { try BuildCache.write(text, to: "\(folder)/\(name)") }
    }

    /// Refuses files that flowviz did not write and Swift would read. Swift skips most hidden files, drafts among them.
    ///
    /// - Throws: ``Failure`` that names such a file.
    private func check() throws(Failure) {
        let modules = TryPackage.modules.keys.map { "Sources/\($0)" }
        let known =
            files.keys + [TryPackage.versions]
            + modules.flatMap { module in [TryPackage.exports, Snippet.topLevel, Snippet.declared].map { "\(module)/\($0)" } }
        let folders = [".build", "Sources"] + modules
        for name in folders { try UserFolder.cache.check("\(folder)/\(name)") }
        for inner in ["", "Sources/"] + modules.map({ "\($0)/" }) {
            for name in FolderContents.names("\(folder)/\(inner)")
            where !folders.contains(inner + name) && !FileDraft.isName(name) {
                let path = "\(folder)/\(inner)\(name)"
                guard known.contains(inner + name), TryPackage.isOwnFile(path) else {
                    throw Failure("'\(path)' does not belong to flowviz, and Swift may run it; remove '\(folder)'")
                }
            }
        }
    }

    private static func isOwnFile(_ path: String) -> Bool {
        var status = stat()
        return lstat(path, &status) == 0 && status.st_mode & S_IFMT == S_IFREG && status.st_uid == geteuid()
    }

    /// The path at which a tried file is compiled.
    func path(of snippet: Snippet) -> String {
        "\(sourceFolder(of: snippet))/\(snippet.isTopLevel ? Snippet.topLevel : Snippet.declared)"
    }

    /// The file with the versions of flowviz's dependencies; Swift writes it too.
    private static let versions = "Package.resolved"

    /// The command line that builds the file.
    func buildCommand(of snippet: Snippet) -> [String] {
        [swift, "build", "--package-path", folder, "--product", TryPackage.module(of: snippet)]
    }

    /// The path of the program that the last build of a file has made.
    func program(of snippet: Snippet) -> String { "\(folder)/.build/debug/\(TryPackage.module(of: snippet))" }

    /// The text of the package's manifest.
    static func manifest(of sources: FlowvizSources) -> String {
        func quoted(_ path: String) -> String {
            VisibleText.quoted("\(sources.folder)/\(path)") { "\\u{\(String($0.value, radix: 16))}" }
        }
        let (kit, overlay) = (quoted("TryKit"), quoted("Sources/FlowAlgorithms/FlowAsync.swiftoverlay"))
        let targets = modules.sorted { $0.key < $1.key }.map { module, products in
            let needed = products.map { ".product(name: \"\($0)\", package: \"TryKit\")" }.joined(separator: ", ")
            return "        .executableTarget(name: \"\(module)\", dependencies: [\(needed)], swiftSettings: settings),"
        }
        return """
            // swift-tools-version: 6.2
            // Generated by 'flowviz try', which restores this file and refuses any other in this folder.
            import PackageDescription

            let settings: [SwiftSetting] = [
                .swiftLanguageMode(.v5),
                // Under the names that files import: a module that is called Combine would be found by OpenCombine too.
                .unsafeFlags(["-module-alias", "Combine=TryCombine", "-diagnostic-style=llvm"]),
                // The file's name in the program is the one it was given by, not below this folder.
                .unsafeFlags(["-file-compilation-dir", "."]),
                // A file that imports AsyncAlgorithms finds FlowAlgorithms, which traces it, under that name.
                .unsafeFlags(
                    [
                        "-import-module", "FlowAsync", "-enable-cross-import-overlays",
                        "-swift-module-cross-import", "AsyncAlgorithms", \(overlay),
                    ].flatMap { ["-Xfrontend", $0] }),
            ]

            let package = Package(
                name: "Try",
                platforms: [.macOS(.v15)],
                dependencies: [.package(name: "TryKit", path: \(kit))],
                targets: [
            \(targets.joined(separator: "\n"))
                ]
            )

            """
    }
}
