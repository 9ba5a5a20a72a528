import FlowTrace
import FlowTry

/// A watched process and its trace.
package struct WatchedProcess {
    /// The source of the process's state.
    private enum Link {
        case connection(ViewerConnection)
        /// flowviz started the process.
        case started(StartedProgram)
    }

    private let link: Link
    package private(set) var file: TraceFile
    /// The trace received over the socket, `nil` if the file itself could be opened.
    package let received: ReceivedTrace?
    /// Its label among other programs; `nil` for its name.
    package private(set) var label: String?

    /// Watches a process that accepts viewers.
    ///
    /// - Throws: ``TraceFileError`` if its trace cannot be read.
    package init(_ connection: ViewerConnection) throws(TraceFileError) {
        link = .connection(connection)
        if let file = connection.trace {
            (self.file, received) = (file, nil)
        } else {
            let received = try ReceivedTrace(connection)
            (file, self.received) = (received.file, received)
        }
    }

    /// Watches a process that flowviz has started.
    package init(_ started: StartedProgram, writing file: TraceFile, called label: String? = nil) {
        (link, self.file, received, self.label) = (.started(started), file, nil, label)
    }

    /// The path at which the process answers viewers.
    package var socket: String {
        switch link {
        case .connection(let connection): connection.path
        case .started: ViewerConnection.socket(beside: file.path)
        }
    }

    /// The ID of the process, or of its supervisor.
    package var number: Int32 {
        switch link {
        case .connection(let connection): connection.process
        case .started(let program): program.supervisor
        }
    }

    package var isAlive: Bool {
        switch link {
        case .connection(let connection): connection.isAlive
        case .started(let program): program.poll() == nil
        }
    }

    /// Calls `wake` on an arbitrary thread when the process exits. Does nothing for a process that flowviz has started: poll
    /// ``StartedProgram/poll()`` instead.
    package func whenEnded(_ wake: @escaping @Sendable () -> Void) {
        if case .connection(let connection) = link { connection.whenEnded(wake) }
    }

    /// The same process on a clock whose zero is `start` on the machine's monotonic clock, in nanoseconds.
    package func timed(since start: UInt64) -> WatchedProcess {
        var process = self
        process.file = file.timed(since: start)
        return process
    }
}
