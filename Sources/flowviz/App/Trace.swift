import FlowTrace

/// Opens traces, and says in one line what is wrong with them.
enum Trace {
    static func open(_ path: String) throws -> TraceFile {
        try checked { () throws(TraceFileError) in try TraceFile(path) }
    }

    /// Turns what went wrong with a trace into the line that the program ends with.
    static func checked<Result>(_ work: () throws(TraceFileError) -> Result) throws -> Result {
        do {
            return try work()
        } catch {
            throw Failure(error.description)
        }
    }
}
