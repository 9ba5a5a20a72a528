import FlowTrace
import FlowTry

/// A process that is watched, and the trace that it writes.
package struct WatchedProcess {
    /// Who knows whether it lives.
    private enum Link {
        case connection(ViewerConnection)
        /// It was started from here.
        case started(StartedProgram)
    }

    private let link: Link
    package private(set) var file: TraceFile
    /// What the process sends of its trace, where that cannot be opened.
    package let received: ReceivedTrace?

    /// A process that answers viewers.
    ///
    /// - Throws: ``TraceFileError`` where its trace cannot be read.
    package init(_ connection: ViewerConnection) throws(TraceFileError) {
        link = .connection(connection)
        if let file = connection.trace {
            (self.file, received) = (file, nil)
        } else {
            let received = try ReceivedTrace(connection)
            (file, self.received) = (received.file, received)
        }
    }

    /// A process that was started from here.
    package init(_ started: StartedProgram, writing file: TraceFile) {
        (link, self.file, received) = (.started(started), file, nil)
    }

    /// The number of the process, or that of its keeper.
    package var number: Int32 {
        switch link {
        case .connection(let connection): connection.process
        case .started(let program): program.keeper
        }
    }

    package var isAlive: Bool {
        switch link {
        case .connection(let connection): connection.isAlive
        case .started(let program): program.look() == nil
        }
    }

    /// Calls `wake`, from any thread, when the process has ended; of one that was started from here ``StartedProgram/look()`` tells.
    package func whenEnded(_ wake: @escaping @Sendable () -> Void) {
        if case .connection(let connection) = link { connection.whenEnded(wake) }
    }

    /// The same process on a clock that begins at a time of the machine's monotonic clock, in nanoseconds.
    package func timed(since start: UInt64) -> WatchedProcess {
        var process = self
        process.file = file.timed(since: start)
        return process
    }
}
