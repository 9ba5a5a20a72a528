import FlowTrace

#if canImport(Glibc)
    import Glibc
#else
    import Darwin
#endif

/// Tells viewers which trace this process writes.
///
/// The agent's thread waits for them and sends the trace to those who ask for it; the traced threads never know. A viewer that says
/// anything else is dropped.
final class AgentSocket: Sendable {
    private let path: String
    private let trace: String

    /// Answers at `path` from now on.
    ///
    /// - Throws: ``FlowTrace/TraceFileError`` where it cannot listen.
    init(_ path: String, serving trace: String) throws(TraceFileError) {
        // From here on both are removed with this object, also where the next line throws.
        self.path = path
        self.trace = trace
        try AgentThread.hold(trace, answeringAt: path)
    }

    deinit {
        unlink(path)
        unlink(trace)
    }
}
