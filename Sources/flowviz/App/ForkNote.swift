import FlowTrace

/// Says of a trace that has next to nothing that there were others who may have done the work.
struct ForkNote {
    /// A few words for the screen.
    let words: String

    /// A line that says what to do.
    var line: String {
        "the program \(words); if they do the work, run it in the foreground"
    }

    /// From so many events on, the program is taken to have worked itself.
    private static let few = 100
    /// Of so many records nobody expects fewer events.
    private static let looked = 1_000

    /// `nil` where the program called no fork, or has done something itself.
    ///
    /// - Complexity: Some records are read, however long the trace is.
    init?(of file: TraceFile) {
        let forks = file.forks
        guard forks > 0 else { return nil }
        var (cursor, count) = (TraceCursor(file), SignalCount())
        guard cursor.read(into: &count, limit: ForkNote.looked) < ForkNote.looked, count.signals < ForkNote.few else {
            return nil
        }
        words = "called fork \(forks == 1 ? "once" : "\(forks) times"), and copies are not traced"
    }
}
