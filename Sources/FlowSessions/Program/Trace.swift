import FlowPlaces
import FlowSystem
import FlowTrace

/// Opens traces, and describes errors in them in one line.
package enum Trace {
    /// Finds the names of a trace's places, so that its readers know them from the start.
    static func named(_ file: TraceFile) -> TraceFile {
        PlaceFinder.complete(file)
        return file
    }

    package static func open(_ path: String) throws -> TraceFile {
        do {
            return named(try TraceFile(path))
        } catch {
            guard RunSource.scenario(path) != nil else { throw Failure(error.description) }
            throw Failure("'\(path)' is a scenario, not a trace file; 'flowviz run \(path) --until 10 -o FILE' writes its trace")
        }
    }
}
