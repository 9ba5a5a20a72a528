import FlowSystem
import FlowTrace
import LibC

/// The library that tells flowviz's agent which test runs in a process.
///
/// The toolchain's testing libraries are its only dependencies, so that it is compiled in seconds, once for each toolchain.
struct SuiteLibrary {
    private let library: String
    private let source: String
    private let setup: CompilerSetup

    private static let name = "FlowvizSuite"

    init(_ setup: CompilerSetup) {
        self.setup = setup
        library = "\(setup.kit)/lib\(SuiteLibrary.name).so"
        source = "\(setup.sources)/TryKit/Suite/Suite.swift"
    }

    /// Whether it was compiled from its present source.
    var isBuilt: Bool {
        guard let made = FileStamp(of: library), let source = FileStamp(of: source) else { return false }
        return made.isNewer(than: source)
    }

    /// The command line that compiles it.
    var buildCommand: [String] {
        [
            setup.compiler, "-emit-library", "-O", "-parse-as-library", "-swift-version", "6", "-module-name", SuiteLibrary.name,
            source, "-o", library,
        ]
    }

    /// The variables by which the process of the tests finds it, and the file of Swift Testing's events.
    func variables(events: String) -> [String: String] {
        isBuilt ? ["FLOWVIZ_SUITE_LIBRARY": library, "FLOWVIZ_SUITE_EVENTS": events] : [:]
    }

    /// The options of `swift test` for that file.
    func options(events: String) -> [String] { isBuilt ? ["--event-stream-output-path", events] : [] }
}
