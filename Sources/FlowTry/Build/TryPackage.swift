import FlowSystem
import FlowTrace
import LibC

/// The package in the user's cache that tried files are built in.
///
/// It is made once for each flowviz and toolchain, and only the file changes from then on: everything else is built once. One file is
/// built in it at a time, by who has the turn, and what was built is taken out before the next. Nothing is compiled that flowviz did not
/// write: whatever else is in the package is an error.
package final class TryPackage {
    /// The right to build in it, for as long as this lives.
    package final class Turn {
        private let lock: FileDescriptor
        private let build: FileDescriptor
        /// What the environment of the build has besides this process's own: where its temporary files go, which are removed with the turn.
        ///
        /// It is always the same folder: in another, Swift would read all packages anew.
        let variables: [String: String]

        private static let temporary = "tmp"

        fileprivate init(_ lock: FileDescriptor, of name: String) throws(Failure) {
            do {
                build = try PrivateFolder.open("\(lock.path)/.build")
            } catch {
                throw BuildCache.failure(error.description)
            }
            self.lock = lock
            // What a killed process has left.
            FolderContents.remove(Turn.temporary, in: build)
            variables = ["TMPDIR": try BuildCache.folder(name, ".build", Turn.temporary)]
        }

        deinit { FolderContents.remove(Turn.temporary, in: build) }
    }

    /// Where it lies.
    let folder: String
    /// What flowviz writes into it besides the file that is tried, by path.
    private let files: [String: String]
    /// Where Swift is.
    private let swift: String
    /// What the program is called that a file becomes, in real time and in virtual time; each is built by itself.
    private static func module(of snippet: Snippet) -> String { snippet.isVirtual ? "VirtualSnippet" : "Snippet" }
    /// What the file of a module is called that imports what each tried file has.
    private static let exports = "Exports.swift"
    private static let modules = ["Snippet": ["TryKit"], "VirtualSnippet": ["TryKit", "TryVirtual"]]

    /// Makes the package, or takes the one that is there.
    ///
    /// - Throws: ``Failure`` if something is missing that it needs.
    package init(of sources: FlowvizSources) throws(Failure) {
        swift = try TryPackage.toolchain()
        let manifest = TryPackage.manifest(of: sources)
        let name = "try-\(TryPackage.key(of: [manifest, FilePath.resolved(swift) ?? swift]))"
        folder = try BuildCache.folder(name)
        for path in [folder, sources.folder] where path.unicodeScalars.contains(where: VisibleText.isUnsafe) {
            throw Failure("Swift cannot build in '\(path)', whose name has control characters; give it another")
        }
        // Swift would make it for others to read.
        _ = try BuildCache.folder(name, ".build")
        files = ["Package.swift": manifest]
        try write(files)
        try makeModules(in: name)
        // The versions that flowviz was built with are on this machine, also without a network.
        let (known, versions) = ("\(sources.folder)/Package.resolved", "\(folder)/\(TryPackage.versions)")
        if access(versions, F_OK) != 0, let text = try? InputFile.text(known, limit: 1 << 20) {
            try TryPackage.write(text, to: versions)
        }
    }

    /// Makes the folders of the modules. Swift reads no package with a module that has no file; ``take(_:)`` writes what the module of
    /// a tried file imports.
    private func makeModules(in package: String) throws(Failure) {
        for (module, products) in TryPackage.modules {
            let path = "\(try BuildCache.folder(package, "Sources", module))/\(TryPackage.exports)"
            guard access(path, F_OK) != 0 else { continue }
            try TryPackage.write(products.map { "@_exported import \($0)\n" }.joined(), to: path)
        }
    }

    /// A turn to build, `nil` while another flowviz has it.
    ///
    /// - Throws: ``Failure`` where the package is not there any more, or not this user's alone.
    package func turn() throws(Failure) -> Turn? {
        let lock: FileDescriptor
        do {
            lock = try PrivateFolder.open(folder)
        } catch {
            throw BuildCache.failure(error.description)
        }
        return lock.takeAlone() ? try Turn(lock, of: FileName.last(of: folder)) : nil
    }

    private func sourceFolder(of snippet: Snippet) -> String { "\(folder)/Sources/\(TryPackage.module(of: snippet))" }

    /// Puts a file in the place of the one that was built before.
    func take(_ snippet: Snippet) throws(Failure) {
        unlink("\(sourceFolder(of: snippet))/\(snippet.isTopLevel ? Snippet.declared : Snippet.topLevel)")
        let exports = snippet.exports.map { "@_exported import \($0)\n" }.joined()
        try write(files.merging(["Sources/\(TryPackage.module(of: snippet))/\(TryPackage.exports)": exports]) { $1 })
        try TryPackage.write(snippet.source, to: path(of: snippet))
        try check()
    }

    private func write(_ files: [String: String]) throws(Failure) {
        for (name, text) in files { try TryPackage.write(text, to: "\(folder)/\(name)") }
    }

    /// Looks for what flowviz did not write, and Swift would read. Swift skips hidden files but for a few: drafts are some that it skips.
    ///
    /// - Throws: ``Failure`` that names it.
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
                    throw Failure("'\(path)' is not of flowviz, and Swift may run what it says; remove '\(folder)'")
                }
            }
        }
    }

    private static func isOwnFile(_ path: String) -> Bool {
        var status = stat()
        return lstat(path, &status) == 0 && status.st_mode & S_IFMT == S_IFREG && status.st_uid == geteuid()
    }

    /// Where a file is when it is built.
    func path(of snippet: Snippet) -> String {
        "\(sourceFolder(of: snippet))/\(snippet.isTopLevel ? Snippet.topLevel : Snippet.declared)"
    }

    /// Which versions Swift has taken of what flowviz needs; Swift writes it too.
    private static let versions = "Package.resolved"

    /// What builds the file, word by word.
    func buildCommand(of snippet: Snippet) -> [String] {
        [swift, "build", "--package-path", folder, "--product", TryPackage.module(of: snippet)]
    }

    /// The program that was built last, of a file.
    func program(of snippet: Snippet) -> String { "\(folder)/.build/debug/\(TryPackage.module(of: snippet))" }

    /// What the package is made of.
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
            // Made by 'flowviz try', which makes it again if it is missing, and takes nothing else in this folder.
            import PackageDescription

            let settings: [SwiftSetting] = [
                .swiftLanguageMode(.v5),
                // Under the names that files import: a module that is called Combine would be found by OpenCombine too.
                .unsafeFlags(["-module-alias", "Combine=TryCombine", "-diagnostic-style=llvm"]),
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

    private static func toolchain() throws(Failure) -> String {
        let folders = (getenv("PATH").map { String(cString: $0) } ?? "").split(separator: ":")
        guard let folder = folders.first(where: { access("\($0)/swift", X_OK) == 0 }) else {
            throw Failure("try compiles with Swift, and no folder of PATH has a 'swift'; install a toolchain from swift.org")
        }
        return "\(folder)/swift"
    }

    /// A name for what something is made of (FNV-1a).
    static func key(of parts: [String]) -> String {
        let hash = parts.joined(separator: "\0").utf8.reduce(0xcbf2_9ce4_8422_2325 as UInt64) {
            ($0 ^ UInt64($1)) &* 0x100_0000_01b3
        }
        return String(hash, radix: 16)
    }

    /// Leaves a file alone that has the text already: it would be built again.
    private static func write(_ text: String, to path: String) throws(Failure) {
        guard (try? InputFile.text(path, limit: text.utf8.count)) != text else { return }
        do {
            try OutputFile.write(text, to: path)
        } catch {
            throw BuildCache.failure(error.description)
        }
    }
}
