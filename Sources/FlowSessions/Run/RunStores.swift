import FlowSizing
import FlowTrace

/// The stores of a run or a trace.
package struct RunStores {
    /// The stores that held or lost values, the largest losses first.
    package let histories: [StoreHistory]
    /// Notes on what is missing in the trace.
    package let gaps: [String]

    /// The number of events among which the cause of an event is looked for.
    private static let causeReach = 64

    /// Reads them.
    ///
    /// - Complexity: O(events), read twice.
    package init(of source: RunSource) throws {
        var survey = StoreSurvey()
        try source.forEach(keeping: RunStores.causeReach) { survey.fold($0, in: $1) }
        var reader = StoreReader(survey)
        let end = try source.forEach(keeping: RunStores.causeReach) { reader.fold($0, in: $1) }
        gaps = end.gaps
        histories = reader.histories(until: end.time, hasGaps: !end.gaps.isEmpty)
    }
}
