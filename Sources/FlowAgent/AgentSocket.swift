import FlowTrace

#if canImport(Glibc)
    import Glibc
#else
    import Darwin
#endif

/// Tells viewers which trace this process writes.
///
/// One thread waits for them and does nothing else; the traced threads never know. A viewer that says anything but hello is dropped.
final class AgentSocket: Sendable {
    private let path: String
    private let trace: String

    /// Answers at `path` from now on.
    ///
    /// - Throws: ``FlowTrace/TraceFileError`` where it cannot listen.
    init(_ path: String, serving trace: String) throws(TraceFileError) {
        self.path = path
        self.trace = trace
        let listener = try UnixSocket.listening(at: path)
        start(dup(listener.number))
    }

    deinit {
        unlink(path)
        unlink(trace)
    }

    /// Waits on a thread of its own, which ends with the process.
    private func start(_ listener: Int32) {
        let welcome = WireMessage.welcome(process: getpid(), path: trace)
        DetachedThread.run { ViewerServer(listener: listener, welcome: welcome).run() }
    }
}
