import FlowTrace
import Testing

@testable import FlowAnalysis

/// A ledger of values whose fate no record tells.
@Suite("Values of unknown fate")
struct UnseenValueTests {
    @Test func `a node with a value of unknown fate has no remainder`() {
        var program = ProgramLog()
        let input = program.chain("subject", "combineLatest", "sink")[0]
        let store = program.store("combineLatest")
        program.record(.value, on: input, at: 1, .int(1))
        let none = UnsafeRawBufferPointer(start: nil, count: 0)
        let arrival = program.log.entries.last?.sequence
        program.append(TraceEvent(time: 1_000_000, kind: .buffered, edge: store, payload: .int(1)), none, cause: arrival)
        let left = TraceEvent(time: 2_000_000, kind: .unbuffered, edge: store, flags: 1, payload: .int(1))
        program.append(left, none, cause: nil)
        var ledger = Ledger()
        for entry in program.log.entries { ledger.fold(entry, in: program.log) }

        #expect(left.leftUnseen)
        #expect(ledger.lines(in: program.log).map(\.unknown) == [.store, .output])
    }
}
