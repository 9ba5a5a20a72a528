import FlowGraph
import FlowSystem
import FlowTrace

/// Describes the gaps in a trace.
package enum Incompleteness {
    /// Notes on the gaps in a file that was read whole.
    ///
    /// - Parameter beganLate: Whether subscriptions existed before tracing began.
    package static func notes(of gaps: TraceGaps, beganLate: Bool = false) -> [String] {
        notes(gaps, overtaken: 0, beganLate: beganLate)
    }

    /// - Parameters:
    ///   - overwritten: The number of records that a ring had overwritten by the first read.
    ///   - overtaken: The number of records overwritten since then, before they were read.
    ///   - lostFacts: The number of facts about the graph for which there was no room.
    ///   - unreadable: The number of unreadable chunks.
    package static func notes(
        of reconstruction: Reconstruction, overwritten: Int = 0, overtaken: Int = 0, lostFacts: Int = 0, unreadable: Int = 0
    ) -> [String] {
        var gaps = TraceGaps()
        gaps.missed = reconstruction.log.missed
        (gaps.timesBack, gaps.unknownRecords) = (reconstruction.log.timesBack, reconstruction.log.unknownRecords)
        gaps.overwritten = overwritten
        gaps.lostFacts = lostFacts
        gaps.unreadableChunks = unreadable
        // If the reader of a ring fell behind, that explains incomplete edges.
        let beganLate = reconstruction.strayCalls > 0 || overtaken == 0 && reconstruction.isIncomplete
        return notes(gaps, overtaken: overtaken, beganLate: beganLate)
    }

    private static func notes(_ gaps: TraceGaps, overtaken: Int, beganLate: Bool) -> [String] {
        var notes: [String] = []
        if gaps.missed > 0 { notes.append("\(gaps.missed) records missed") }
        if overtaken > 0 { notes.append("\(overtaken) overwritten before they were read") }
        if gaps.unreadableChunks > 0 {
            let chunks = gaps.unreadableChunks == 1 ? "chunk" : "chunks"
            notes.append("incomplete: \(gaps.unreadableChunks) \(chunks) of 64 KiB could not be read")
        }
        if gaps.timesBack > 0 {
            let records = gaps.timesBack == 1 ? "record" : "records"
            notes.append("times go back in \(gaps.timesBack) \(records), each counted at the latest time before it")
        }
        if gaps.unknownRecords > 0 {
            let records = gaps.unknownRecords == 1 ? "record" : "records"
            notes.append("passed over \(gaps.unknownRecords) \(records) that only a newer flowviz can read")
        }
        if gaps.lostFacts > 0 { notes.append("incomplete: \(gaps.lostFacts) facts of the graph had no room") }
        if gaps.overwritten > 0 {
            notes.append("incomplete: the oldest \(gaps.overwritten) records were overwritten")
        } else if beganLate, gaps.unreadableChunks == 0 {
            // Unreadable chunks would explain it too.
            notes.append("incomplete: subscribed before tracing began")
        }
        return notes
    }
}
