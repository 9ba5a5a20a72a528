import LibC

/// The folders that the compiler's wrapper works with. SwiftPM starts it, so they reach it by its environment.
package struct CompilerSetup: Equatable {
    /// The path of the toolchain's `swiftc`.
    let compiler: String
    /// The folder of the ``FlowvizKit``.
    let kit: String
    /// The folder with flowviz's sources.
    let sources: String
    /// The folder for the libraries that are compiled against the package's own modules, and for the notes about its modules.
    let notes: String

    private static let names = ["COMPILER", "KIT", "SOURCES", "NOTES"].map { "FLOWVIZ_TRY_\($0)" }

    init(compiler: String, kit: String, sources: String, notes: String) {
        (self.compiler, self.kit, self.sources, self.notes) = (compiler, kit, sources, notes)
    }

    /// The setup in this process's environment, `nil` if it has none.
    package init?() {
        let values = CompilerSetup.names.compactMap { getenv($0).map { String(cString: $0) } }
        guard values.count == CompilerSetup.names.count else { return nil }
        self.init(compiler: values[0], kit: values[1], sources: values[2], notes: values[3])
    }

    /// The variables for the environment of SwiftPM.
    var variables: [String: String] {
        let pairs = zip(CompilerSetup.names, [compiler, kit, sources, notes])
        return Dictionary(uniqueKeysWithValues: Array(pairs)).merging(["SWIFT_EXEC": FlowvizKit.wrapper(in: kit)]) { $1 }
    }

    /// The words that make FlowAsync's modules known to the compiler, without importing them.
    var searchWords: [String] {
        [
            "-I", FlowvizKit.modules(in: kit), "-I", notes,
            "-Xcc", "-fmodule-map-file=\(FlowvizKit.moduleMap(in: kit))",
        ]
    }

    /// The words that import FlowAsync into every file.
    static let importWords = ["-Xfrontend", "-import-module", "-Xfrontend", "FlowAsync"]

    /// The words that let FlowAlgorithms take the place of AsyncAlgorithms.
    var overlayWords: [String] {
        [
            "-enable-cross-import-overlays", "-swift-module-cross-import", "AsyncAlgorithms",
            "\(sources)/Sources/FlowAlgorithms/FlowAsync.swiftoverlay",
        ].flatMap { ["-Xfrontend", $0] }
    }

    /// The words that link flowviz's libraries into a program.
    var linkWords: [String] {
        let folder = FlowvizKit.libraries(in: kit)
        return AlgorithmsLibrary.linkWords(in: notes)
            + ["-L", folder, "-Xlinker", "--no-as-needed", "-l\(FlowvizKit.name)", "-Xlinker", "-rpath", "-Xlinker", folder]
    }
}
