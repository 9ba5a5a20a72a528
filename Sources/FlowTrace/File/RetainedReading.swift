/// The retained records that a cursor has read.
///
/// A record may be there twice while it is moved, and the records of an ended life go one by one. So each counts once, and none
/// counts without the beginning of its life.
struct RetainedReading: Sendable {
    /// The lives whose beginning was read and that are not known to be over.
    private var begun: Set<UInt64> = []
    /// The highest number read so far; `nil` if nothing was read yet.
    private var last: UInt64?
    /// The retained records of chunks that are not overwritten yet, as far as they are known.
    private var early: [RetainedRecords] = []

    /// Reads new facts. Returns the retained records of all chunks that are overwritten.
    ///
    /// - Parameter over: The ended lives without any other record.
    mutating func read(_ found: [RetainedRecords], over: Set<UInt64>, present: Set<ChunkClaim>) -> [RetainedRecords] {
        // A reader that goes on knows those lives, and has to learn how they ended.
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
