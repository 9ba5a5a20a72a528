import FlowTrace

/// A process that is watched: the connection to it, and the trace that it writes.
struct WatchedProcess {
    let connection: ViewerConnection
    let file: TraceFile
    /// What the process sends of its trace, where that cannot be opened.
    let received: ReceivedTrace?

    /// - Throws: ``TraceFileError`` where its trace cannot be read.
    init(_ connection: ViewerConnection) throws(TraceFileError) {
        self.connection = connection
        if let file = connection.trace {
            (self.file, received) = (file, nil)
        } else {
            let received = try ReceivedTrace(connection)
            (file, self.received) = (received.file, received)
        }
    }

    /// Another process of this user that runs the same program, `nil` where none is traced.
    var successor: WatchedProcess? {
        guard let folder = try? RuntimeFolder() else { return nil }
        for process in folder.processes() where process != connection.process {
            guard let next = try? WatchedProcess(ViewerConnection(folder.socket(of: process))), next.file.name == file.name else {
                continue
            }
            return next
        }
        return nil
    }
}
