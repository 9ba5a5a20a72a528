import FlowTrace

/// Tells code of the traced program's authors from that of the libraries between them and the recorder.
enum UserCode {
    /// The modules to pass over: Swift's, the stream libraries, and those of flowviz that a traced program links.
    private static let modules: Set<String> = [
        "Swift", "_Concurrency", "_StringProcessing", "_Differentiation", "Synchronization", "Distributed", "Observation",
        "Dispatch",
        "Foundation", "FoundationEssentials", "FoundationInternationalization", "__C", "XCTest", "Testing",
        "NIOConcurrencyHelpers", "NIOCore", "NIOEmbedded", "NIOPosix",
        "OpenCombine", "OpenCombineDispatch", "OpenCombineFoundation", "OpenCombineShim", "Combine", "AsyncAlgorithms",
        "AsyncStreaming",
        "FlowTrace", "FlowOperators", "FlowCombine", "FlowCore", "FlowSubjects", "FlowAsync", "FlowUntraced", "FlowAlgorithms",
        "FlowUntracedAlgorithms", "FlowAgent", "FlowMetrics", "FlowTesting", "LibC",
    ]

    /// The folder of the code in C that `flowviz try` links into a program, such as the queues of virtual time.
    private static let folderOfTry = "/TryKit/Sources/"

    /// Whether a function is of the program's authors.
    ///
    /// - Parameter file: Its path; empty if unknown.
    static func isUsers(_ function: CodeFunction, in file: String = "") -> Bool {
        guard !function.isGenerated, !function.name.isEmpty else { return false }
        return function.module.map { !modules.contains($0) } ?? !file.contains(folderOfTry)
    }
}
