import FlowTrace
import Testing

@testable import FlowApp
@testable import FlowModel
@testable import FlowSessions
@testable import FlowSystem

@Suite("A budget that is shared")
struct SharedBudgetTests {
    @Test func `programs share it again as others come and go`() throws {
        let sessions = try (0..<3).map { _ in try TracedSession() }
        let watched = try sessions.map { try WatchedProcess(ViewerConnection($0.socket)) }
        let budget = MemoryBudget(bytes: 1 << 30)
        func budgets(_ programs: WatchedPrograms) -> [MemoryBudget] { programs.programs.map { $0.playback.budget } }
        let programs = WatchedPrograms([watched[0]], within: budget) { MonotonicClock.now }
        var shares = [budgets(programs)]

        for process in watched[1...] { programs.add(ProgramWatch(process) { MonotonicClock.now }) }
        shares.append(budgets(programs))
        programs.remove(programs.programs[2].number)
        shares.append(budgets(programs))

        let (third, half) = (budget.shared(among: 3), budget.shared(among: 2))
        #expect(shares == [[budget], [third, third, third], [half, half]])
        withExtendedLifetime(sessions) {}
    }

    @Test func `what has to do with less forgets its oldest events, and what is counted stays`() {
        let (large, small) = (MemoryBudget(bytes: 1 << 30), MemoryBudget(bytes: 64 << 20))
        var trace = ProgramTrace(within: large)
        for number in 0..<200 { SharedBudgetTests.send(500, from: number * 500, into: &trace) }
        let id = PipelineID(edge: EdgeID(rawValue: 1))
        var before = trace.fold.pipelines
        #expect(trace.log.entries.count == 100_000 && trace.log.entries.count > small.events)

        trace.setBudget(small)

        #expect(trace.log.entries.count <= small.events && trace.log.count == 100_000)
        #expect(trace.start.sequence == trace.log.forgotten && trace.start != .start)
        var after = trace.fold.pipelines
        #expect(
            after.summary(of: id, at: trace.fold.end.time, in: trace.log)
                == before.summary(of: id, at: trace.fold.end.time, in: trace.log))
        trace.setBudget(large)
        SharedBudgetTests.send(50_000, from: 100_000, into: &trace)
        #expect(trace.log.count == 150_000 && trace.log.entries.count > small.events)
    }

    /// Sends values on one edge, a nanosecond apart.
    private static func send(_ count: Int, from first: Int, into trace: inout ProgramTrace) {
        trace.update { found in
            if first == 0 {
                let nodes = [1, 2].map { NodeFact(id: NodeID(rawValue: $0), role: .transform, name: "map") }
                found.declare(
                    nodes: nodes,
                    edges: [
                        EdgeFact(
                            id: EdgeID(rawValue: 1), role: .link, label: "map", upstream: nodes[0].id, downstream: nodes[1].id)
                    ])
            }
            for number in first..<(first + count) {
                found.append(
                    TraceEvent(time: UInt64(number), kind: .value, edge: EdgeID(rawValue: 1), payload: .int(number)), thread: 1,
                    bytes: nil)
            }
        }
    }
}
