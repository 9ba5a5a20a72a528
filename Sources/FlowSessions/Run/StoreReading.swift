import FlowSizing
import FlowTrace

/// Reads the stores of a run or a trace.
package enum StoreReading {
    /// The number of events among which the cause of an event is looked for.
    private static let causeReach = 64

    /// The stores that held or lost values, the largest losses first.
    ///
    /// - Parameter note: Receives each note on what is missing in the trace.
    /// - Complexity: O(events), read twice.
    package static func histories(of source: RunSource, note: (String) -> Void = { _ in }) throws -> [StoreHistory] {
        var survey = StoreSurvey()
        try source.forEach(keeping: causeReach) { survey.fold($0, in: $1) }
        var reader = StoreReader(survey)
        let end = try source.forEach { reader.fold($0, in: $1) }
        end.gaps.forEach(note)
        return reader.histories(until: end.time, hasGaps: !end.gaps.isEmpty)
    }
}
