import FlowTrace
import LibC

/// The package in the user's cache that tried files are built in.
///
/// It is made once for each flowviz and toolchain, and only the file changes from then on: everything else is built once. One file is
/// built in it at a time, by who has the turn, and what was built is taken out before the next.
final class TryPackage {
    /// The right to build in it, for as long as this lives.
    final class Turn {
        private let lock: FileDescriptor

        fileprivate init(_ lock: FileDescriptor) { self.lock = lock }
    }

    /// Where it lies.
    let folder: String
    /// Where Swift is.
    private let swift: String
    /// What the program is called that a file becomes, in real time and in virtual time; each is built by itself.
    private static func module(of snippet: Snippet) -> String { snippet.isVirtual ? "VirtualSnippet" : "Snippet" }
    private static let modules = ["Snippet": ["TryKit"], "VirtualSnippet": ["TryKit", "TryVirtual"]]

    /// Makes the package, or takes the one that is there.
    ///
    /// - Throws: ``Failure`` if something is missing that it needs.
    init(of sources: FlowvizSources) throws(Failure) {
        swift = try TryPackage.toolchain()
        let manifest = TryPackage.manifest(of: sources)
        folder = "\(try BuildCache.folder())/try-\(TryPackage.key(of: [manifest, FilePath.resolved(swift) ?? swift]))"
        for (module, products) in TryPackage.modules {
            let sources = "\(folder)/Sources/\(module)"
            try BuildCache.makeFolder(sources)
            try TryPackage.write(
                products.map { "@_exported import \($0)\n" }.joined(), to: "\(sources)/Exports.swift")
        }
        try TryPackage.write(manifest, to: "\(folder)/Package.swift")
        // The versions that flowviz was built with are on this machine, also without a network.
        let (known, versions) = ("\(sources.folder)/Package.resolved", "\(folder)/Package.resolved")
        if access(versions, F_OK) != 0, let text = try? InputFile.text(known, limit: 1 << 20) {
            try TryPackage.write(text, to: versions)
        }
    }

    /// A turn to build, `nil` while another flowviz has it.
    func turn() -> Turn? {
        let lock = FileDescriptor(owning: open(folder, O_RDONLY | O_DIRECTORY | O_CLOEXEC), path: folder)
        return flock(lock.number, LOCK_EX | LOCK_NB) == 0 ? Turn(lock) : nil
    }

    private func sourceFolder(of snippet: Snippet) -> String { "\(folder)/Sources/\(TryPackage.module(of: snippet))" }

    /// Puts a file in the place of the one that was built before.
    func take(_ snippet: Snippet) throws(Failure) {
        unlink("\(sourceFolder(of: snippet))/\(snippet.isTopLevel ? Snippet.declared : Snippet.topLevel)")
        try TryPackage.write(snippet.source, to: path(of: snippet))
    }

    /// Where a file is when it is built.
    func path(of snippet: Snippet) -> String {
        "\(sourceFolder(of: snippet))/\(snippet.isTopLevel ? Snippet.topLevel : Snippet.declared)"
    }

    /// What builds the file, word by word.
    func buildCommand(of snippet: Snippet) -> [String] {
        [swift, "build", "--package-path", folder, "--product", TryPackage.module(of: snippet)]
    }

    /// The program that was built last, of a file.
    func program(of snippet: Snippet) -> String { "\(folder)/.build/debug/\(TryPackage.module(of: snippet))" }

    /// What the package is made of.
    static func manifest(of sources: FlowvizSources) -> String {
        let kit = VisibleText.quoted("\(sources.folder)/TryKit") { "\\u{\(String($0.value, radix: 16))}" }
        let targets = modules.sorted { $0.key < $1.key }.map { module, products in
            let needed = products.map { ".product(name: \"\($0)\", package: \"TryKit\")" }.joined(separator: ", ")
            return "        .executableTarget(name: \"\(module)\", dependencies: [\(needed)], swiftSettings: settings),"
        }
        return """
            // swift-tools-version: 6.2
            // Made by 'flowviz try', which makes it again if it is missing.
            import PackageDescription

            let settings: [SwiftSetting] = [
                .swiftLanguageMode(.v5),
                // Under the names that files import: a module that is called Combine would be found by OpenCombine too.
                .unsafeFlags(["-module-alias", "Combine=TryCombine", "-diagnostic-style=llvm"]),
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
