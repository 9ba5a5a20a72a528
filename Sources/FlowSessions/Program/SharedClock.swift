import FlowTrace

/// The clock of several programs' traces, if they were recorded on one.
package struct SharedClock {
    /// The start of the first trace on the machine's clock, in nanoseconds; `nil` if there is no common clock.
    private let start: UInt64?
    /// The reason for the lack of a common clock; `nil` if there is one.
    package let note: String?

    /// - Parameter files: Traces, at least one.
    package init(_ files: [TraceFile]) {
        let boots = Set(files.map(\.boot))
        let isOne = boots.count == 1 && boots != [""]
        start = isOne ? files.map(\.startTime).min() : nil
        note = isOne ? nil : "\(boots.contains("") ? "not known to be one clock" : "different clocks"): each trace starts at 0 s"
    }

    /// A trace on this clock; without one, as it is.
    package func timed(_ file: TraceFile) -> TraceFile { start.map(file.timed(since:)) ?? file }

    /// Traces on this clock, in the order of their starts; without one, as they are.
    package func timed(_ files: [TraceFile]) -> [TraceFile] {
        start == nil ? files : files.sorted { $0.startTime < $1.startTime }.map(timed)
    }
}
