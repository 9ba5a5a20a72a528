import FlowGraph
import FlowTrace

/// Opens traces, and says in one line what is wrong with them.
enum Trace {
    static func open(_ path: String) throws -> TraceFile {
        do {
            return try TraceFile(path)
        } catch {
            guard RunSource.scenario(path) != nil else { throw Failure(error.description) }
            throw Failure("'\(path)' is a scenario, not a trace file; 'flowviz run \(path) --until 10 -o FILE' writes its trace")
        }
    }

    /// Turns what went wrong with a trace into the line that the program ends with.
    static func checked<Result>(_ work: () throws(TraceFileError) -> Result) throws -> Result {
        do {
            return try work()
        } catch {
            throw Failure(error.description)
        }
    }
}

/// What a trace does not have, in words.
enum Incompleteness {
    /// What a reading of a whole file did not get.
    ///
    /// - Parameter beganLate: Whether something was subscribed before tracing began.
    static func notes(of gaps: TraceGaps, beganLate: Bool = false) -> [String] { notes(gaps, overtaken: 0, beganLate: beganLate) }

    /// - Parameters:
    ///   - overwritten: How many of the oldest records a ring had written over when it was first read.
    ///   - overtaken: How many it wrote over since, before they were read.
    ///   - lostFacts: How many facts of the graph found no room.
    ///   - unreadable: How many chunks could not be read.
    static func notes(
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

/// Warns that a nearly empty trace may be of a program whose forked copies did the work.
struct ForkNote {
    /// A few words for the screen.
    let words: String

    /// A line that says what to do.
    var line: String { "the program \(words); if they do the work, run it in the foreground" }

    /// A program with this many events has worked itself.
    private static let few = 100
    /// How many records are read to see that.
    private static let looked = 1_000

    /// `nil` if the program called no fork, or has done something itself.
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

/// Counts the signals in a trace's records: the events that need no reconstruction.
private struct SignalCount: RecordSink {
    private(set) var signals = 0

    private static let told: Set<CallKind> = [.willSubscription, .willValue, .willComplete, .willRequest, .willCancel]

    mutating func declare(nodes: [NodeFact], edges: [EdgeFact]) {}

    mutating func record(missed: Int) {}

    mutating func append(_ record: TraceEvent, thread: UInt32, bytes: UnsafeRawBufferPointer?) {
        let isEvent = record.kind != nil && record.kind != .causeLink || record.step?.isSignal == true
        if isEvent || record.call.map(SignalCount.told.contains) == true { signals += 1 }
    }
}
