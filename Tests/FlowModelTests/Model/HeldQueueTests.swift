import FlowTrace
import Testing

@testable import FlowModel

/// The values waiting on a store edge.
@Suite("HeldQueue")
struct HeldQueueTests {
    @Test(arguments: [(4_095, true), (4_096, false)])
    func `a value is looked for among the oldest, so that a lying file costs no more`(place: Int, isFound: Bool) {
        var log = TraceLog()
        for number in 0...5_000 {
            let event = TraceEvent(
                time: UInt64(number), kind: number < 5_000 ? .buffered : .unbuffered, edge: EdgeID(rawValue: 1),
                payload: .int(number < 5_000 ? number : place))
            log.append(event, thread: 1, bytes: nil)
        }
        var queue = HeldQueue()

        let left = log.entries.map { queue.fold($0, value: log.value(of: $0)) }.last ?? nil

        #expect(left?.entered == (isFound ? place + 1 : nil))
        #expect(queue.items.count == (isFound ? 4_999 : 5_000))
        #expect(queue.peak.held == 5_000)
    }
}
