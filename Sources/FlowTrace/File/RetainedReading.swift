/// The retained records that a cursor has read.
///
/// The file may have a record twice while the record is moved, and loses the records of an ended life one by one. So each record
/// counts once, and none counts without the beginning of its life.
struct RetainedReading: Sendable {
    /// The lives with a known beginning and no known end.
    private var begun: Set<UInt64> = []
    /// The highest number read so far; `nil` if nothing was read yet.
    private var last: UInt64?
    /// The known retained records of chunks not yet overwritten.
    private var early: [RetainedRecords] = []

    /// Reads new facts. Returns the retained records of all overwritten chunks.
    ///
    /// - Parameter over: The ended lives without any other record.
    mutating func read(_ found: [RetainedRecords], over: Set<UInt64>, present: Set<ChunkClaim>) -> [RetainedRecords] {
        // A cursor that has read before knows these lives, and still needs their ends.
        let left: Set<UInt64> = last == nil ? over : []
        var new: [RetainedRecords] = []
        for part in found.sorted(by: { $0.number < $1.number })
        where part.number > last ?? 0 && part.number != new.last?.number && !left.contains(part.life) {
            new.append(part)
            if part.isBeginning { begun.insert(part.life) }
        }
        last = max(last ?? 0, found.lazy.map(\.number).max() ?? 0)
        early += new.filter { begun.contains($0.life) && ($0.outer == 0 || begun.contains($0.outer)) }
        begun.subtract(over)
        defer { early.removeAll { !present.contains($0.claim) } }
        return early.filter { !present.contains($0.claim) }
    }
}
