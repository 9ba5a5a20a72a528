import FlowPlaces
import FlowSystem
import FlowTrace
import FlowTry

extension ProgramRecording {
    /// Writes the names of the places into an exited process's recording, so that it can be read where the program is not, and
    /// prints a summary.
    func finish(_ file: TraceFile) throws {
        var finder = PlaceFinder(file)
        let names = finder.findNew()
        let left = try Failure.checked { () throws(TraceFileError) in try file.add(names) }
        if left > 0 { StandardError.line("flowviz: no room for the names of \(left) places; readers look them up themselves") }
        try report(file)
    }
}
