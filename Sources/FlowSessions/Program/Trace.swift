import FlowSystem
import FlowTrace

/// Opens traces, and describes errors in them in one line.
package enum Trace {
    package static func open(_ path: String) throws -> TraceFile {
        do {
            return try TraceFile(path)
        } catch {
            guard RunSource.scenario(path) != nil else { throw Failure(error.description) }
            throw Failure("'\(path)' is a scenario, not a trace file; 'flowviz run \(path) --until 10 -o FILE' writes its trace")
        }
    }
}
