import FlowModel
import FlowTrace

/// What a trace does not have, in words.
enum Incompleteness {
    /// - Parameters:
    ///   - overwritten: How many of the oldest records a ring had written over when it was first read.
    ///   - overtaken: How many it wrote over since, before they were read.
    ///   - lostFacts: How many facts of the graph found no room.
    ///   - unreadable: How many chunks could not be read.
    static func notes(
        of reconstruction: Reconstruction, overwritten: Int = 0, overtaken: Int = 0, lostFacts: Int = 0, unreadable: Int = 0
    ) -> [String] {
        var notes: [String] = []
        let missed = reconstruction.log.missed
        if missed > 0 { notes.append("\(missed) records missed") }
        if overtaken > 0 { notes.append("\(overtaken) overwritten before they were read") }
        if unreadable > 0 { notes.append("incomplete: \(unreadable) chunks of 64 KiB could not be read") }
        if lostFacts > 0 { notes.append("incomplete: \(lostFacts) facts of the graph had no room") }
        if overwritten > 0 {
            notes.append("incomplete: the oldest \(overwritten) records were overwritten")
        } else if reconstruction.strayCalls > 0 || overtaken == 0 && reconstruction.isIncomplete {
            notes.append("incomplete: subscribed before tracing began")
        }
        return notes
    }
}
