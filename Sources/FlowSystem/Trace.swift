import FlowTrace

/// Opens traces, and describes errors in them in one line.
package enum Trace {
    /// Turns an error in a trace into the failure with which the program exits.
    package static func checked<Result>(_ work: () throws(TraceFileError) -> Result) throws -> Result {
        do {
            return try work()
        } catch {
            throw Failure(error.description)
        }
    }
}
