/// Where a record stands in the order of all threads.
struct RecordPlace: Comparable {
    let time: UInt64
    let thread: UInt32

    static func < (lhs: RecordPlace, rhs: RecordPlace) -> Bool {
        (lhs.time, lhs.thread) < (rhs.time, rhs.thread)
    }
}
