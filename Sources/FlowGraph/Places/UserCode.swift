import FlowTrace

/// Tells code of the traced program's authors from that of the libraries between them and the recorder.
enum UserCode {
    /// The modules to pass over: Swift's, the stream libraries, and those of flowviz that a traced program links.
    private static let modules: Set<String> = [
        "Swift", "_Concurrency", "_StringProcessing", "_Differentiation", "Synchronization", "Distributed", "Observation",
        "Dispatch",
        "Foundation", "FoundationEssentials", "FoundationInternationalization", "__C", "XCTest", "Testing",
        "OpenCombine", "OpenCombineDispatch", "OpenCombineFoundation", "OpenCombineShim", "Combine", "AsyncAlgorithms",
        "AsyncStreaming",
        "FlowTrace", "FlowOperators", "FlowCombine", "FlowCore", "FlowSubjects", "FlowAsync", "FlowUntraced", "FlowAlgorithms",
        "FlowUntracedAlgorithms", "FlowAgent", "FlowMetrics", "FlowTesting", "LibC",
    ]

    /// Whether a function is of the program's authors.
    static func isUsers(_ function: CodeFunction) -> Bool {
        !function.isGenerated && !function.name.isEmpty && function.module.map { !modules.contains($0) } ?? true
    }
}
