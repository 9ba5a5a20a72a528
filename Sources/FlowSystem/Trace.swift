import FlowTrace

/// Opens traces, and says in one line what is wrong with them.
package enum Trace {
    /// Turns what went wrong with a trace into the line that the program ends with.
    package static func checked<Result>(_ work: () throws(TraceFileError) -> Result) throws -> Result {
        do {
            return try work()
        } catch {
            throw Failure(error.description)
        }
    }
}
