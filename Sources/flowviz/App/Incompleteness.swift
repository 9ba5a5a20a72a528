import FlowModel

/// What a trace does not have, in words.
enum Incompleteness {
    static func notes(of reconstruction: Reconstruction, hasWrapped: Bool) -> [String] {
        var notes: [String] = []
        let missed = reconstruction.log.missed
        if missed > 0 { notes.append("\(missed) records missed") }
        if hasWrapped {
            notes.append("incomplete: the oldest records were overwritten")
        } else if reconstruction.strayCalls > 0 {
            notes.append("incomplete: subscribed before tracing began")
        }
        return notes
    }
}
