import FlowGraph
import FlowSystem
import FlowTrace

/// What a trace does not have, in words.
package enum Incompleteness {
    /// What a reading of a whole file did not get.
    ///
    /// - Parameter beganLate: Whether something was subscribed before tracing began.
    package static func notes(of gaps: TraceGaps, beganLate: Bool = false) -> [String] {
        notes(gaps, overtaken: 0, beganLate: beganLate)
    }

    /// - Parameters:
    ///   - overwritten: How many of the oldest records a ring had written over when it was first read.
    ///   - overtaken: How many it wrote over since, before they were read.
    ///   - lostFacts: How many facts of the graph found no room.
    ///   - unreadable: How many chunks could not be read.
    package static func notes(
        of reconstruction: Reconstruction, overwritten: Int = 0, overtaken: Int = 0, lostFacts: Int = 0, unreadable: Int = 0
    ) -> [String] {
        var gaps = TraceGaps()
        gaps.missed = reconstruction.log.missed
        (gaps.timesBack, gaps.unknownRecords) = (reconstruction.log.timesBack, reconstruction.log.unknownRecords)
        gaps.overwritten = overwritten
        gaps.lostFacts = lostFacts
        gaps.unreadableChunks = unreadable
        // Where a watched ring was overtaken, that is why edges are incomplete.
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
            notes.append("times go back in \(gaps.timesBack) \(records), which count as of the latest time before")
        }
        if gaps.unknownRecords > 0 {
            let records = gaps.unknownRecords == 1 ? "record" : "records"
            notes.append("passed over \(gaps.unknownRecords) \(records) that only a newer flowviz can read")
        }
        if gaps.lostFacts > 0 { notes.append("incomplete: \(gaps.lostFacts) facts of the graph had no room") }
        if gaps.overwritten > 0 {
            notes.append("incomplete: the oldest \(gaps.overwritten) records were overwritten")
        } else if beganLate, gaps.unreadableChunks == 0 {
            // Otherwise the unreadable ones may be why.
            notes.append("incomplete: subscribed before tracing began")
        }
        return notes
    }
}
