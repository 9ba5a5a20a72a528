import FlowSystem
import FlowTrace
import LibC

/// The libraries that a package's programs are linked with: FlowAsync and FlowAgent as one dynamic library.
///
/// They are built once for each flowviz and toolchain, outside of the package, so that the package's dependencies cannot clash
/// with flowviz's: the library exports flowviz's own symbols only.
struct FlowvizKit {
    /// The name of the library, its package and its module.
    static let name = "FlowvizKit"

    /// The folder of its package.
    let folder: String
    private let toolchain: Toolchain
    private let sources: FlowvizSources

    /// Makes its package if it does not exist yet.
    ///
    /// - Throws: ``Failure`` if the package cannot be made.
    init(of sources: FlowvizSources, _ toolchain: Toolchain) throws(Failure) {
        (self.sources, self.toolchain) = (sources, toolchain)
        let manifest = FlowvizKit.manifest(of: sources)
        let name = "kit-\(BuildCache.key(of: [manifest, toolchain.resolved]))"
        folder = try BuildCache.package(name, of: sources)
        let module = try BuildCache.folder(name, "Sources", FlowvizKit.name)
        try BuildCache.write(manifest, to: "\(folder)/Package.swift")
        try BuildCache.write(FlowvizKit.source, to: "\(module)/\(FlowvizKit.name).swift")
        try BuildCache.write(FlowvizKit.symbols, to: "\(folder)/symbols.map")
    }

    /// Makes the folder in which SwiftPM finds the wrapper as the compiler, beside the libraries of the toolchain.
    ///
    /// - Throws: ``Failure`` if it cannot be made. Call it only with the turn to build.
    func makeToolchain() throws(Failure) {
        let bin = try BuildCache.folder(FileName.last(of: folder), "toolchain", "bin")
        let own = try toolchain.folder()
        guard let flowviz = FlowvizSources.program else {
            throw Failure("the path of this program is not known; run it by its path")
        }
        let script = "#!/bin/sh\nexec \(CommandWords.quoted(flowviz)) compile \"$@\"\n"
        try BuildCache.write(script, to: "\(bin)/swiftc")
        chmod("\(bin)/swiftc", 0o700)
        let above = FilePath.parent(of: bin)
        for name in ["lib", "libexec", "share"] { symlink("\(own)/\(name)", "\(above)/\(name)") }
    }

    /// The command line that builds it.
    var buildCommand: [String] {
        [
            toolchain.swift, "build", "-c", "release", "--package-path", folder, "--product", FlowvizKit.name,
            "-Xlinker", "--version-script=\(folder)/symbols.map",
        ]
    }

    /// The setup of the compiler's wrapper.
    func setup(notes: String) throws(Failure) -> CompilerSetup {
        CompilerSetup(compiler: "\(try toolchain.folder())/bin/swiftc", kit: folder, sources: sources.folder, notes: notes)
    }

    /// Identifies the built library and the way modules are compiled with it. Modules that were compiled with another have to be
    /// compiled again.
    var version: String {
        BuildCache.key(of: [FileStamp(of: library)?.text ?? "none", "\(CompilerWrapper.version)"])
    }

    /// The file with the version of the sources that the library was built from.
    private var built: String { "\(folder)/built" }

    /// Whether the library was built from this version of the sources.
    func isBuilt(from version: String) -> Bool {
        FileStamp(of: library) != nil && (try? InputFile.text(built, limit: 100)) == version
    }

    private var library: String { "\(FlowvizKit.libraries(in: folder))/lib\(FlowvizKit.name).so" }

    /// Notes that the library was built.
    ///
    /// - Parameter version: The version of the sources at the start of the build.
    func noteBuilt(from version: String) throws(Failure) { try BuildCache.write(version, to: built) }

    /// The version of the sources as they are.
    var sourceVersion: String { sources.version }

    /// Makes the folder that has its modules only: those of flowviz's dependencies could hide the package's own.
    func selectModules() throws(Failure) {
        let (from, to) = ("\(folder)/.build/release/Modules", try BuildCache.folder(FileName.last(of: folder), "modules"))
        for module in FlowvizKit.visible {
            let link = "\(to)/\(module).swiftmodule"
            guard access(link, R_OK) != 0 else { continue }
            unlink(link)
            guard symlink("\(from)/\(module).swiftmodule", link) == 0 else {
                throw BuildCache.failure(String(cString: strerror(errno)))
            }
        }
    }

    // MARK: Paths

    /// The modules that a client of FlowAsync loads.
    private static let visible = ["FlowAsync", "FlowOperators", "FlowTrace", "FlowUntraced", "LibC"]

    static func wrapper(in kit: String) -> String { "\(kit)/toolchain/bin/swiftc" }

    static func modules(in kit: String) -> String { "\(kit)/modules" }

    static func moduleMap(in kit: String) -> String { "\(kit)/.build/release/CFlowStack.build/module.modulemap" }

    static func libraries(in kit: String) -> String { "\(kit)/.build/release" }

    /// The name of flowviz's package in the kit, which its modules share.
    static func packageName(of sources: String) -> String {
        let name = String(FileName.last(of: sources).lowercased().map { $0.isLetter || $0.isNumber ? $0 : "_" })
        return name.first?.isNumber == true ? "_\(name.dropFirst())" : name
    }

    // MARK: Files

    static func manifest(of sources: FlowvizSources) -> String {
        let path = VisibleText.quoted(sources.folder) { "\\u{\(String($0.value, radix: 16))}" }
        return """
            // swift-tools-version: 6.2
            // Generated by 'flowviz try', which restores this file.
            import PackageDescription

            let package = Package(
                name: "\(name)",
                platforms: [.macOS(.v15)],
                products: [.library(name: "\(name)", type: .dynamic, targets: ["\(name)"])],
                dependencies: [.package(name: "flowviz", path: \(path), traits: [])],
                targets: [
                    .target(
                        name: "\(name)",
                        dependencies: [
                            .product(name: "FlowAgent", package: "flowviz"), .product(name: "FlowAsync", package: "flowviz"),
                        ]),
                ]
            )

            """
    }

    private static let source = "import FlowAgent\nimport FlowAsync\n"

    /// The symbols that the library exports.
    private static let symbols = """
        { global: *FlowAsync*; *FlowTrace*; *FlowUntraced*; *FlowOperators*; flowviz_*; local: *; };

        """
}
