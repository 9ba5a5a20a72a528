import FlowTestSupport
import FlowTrace
import Testing

@testable import flowviz

/// The stages that two runs of a program have in common.
@Suite("Stages of two runs")
struct RunProfileTests {
    /// A loop over a stream for each line, all of them in one function.
    private func keys(_ lines: [Int], function: String = "Service.run()") -> [RunProfile.Key] {
        var log = TraceLog()
        for (index, line) in lines.enumerated() {
            var stream = NodeFact(id: NodeID(rawValue: UInt32(2 * index)), role: .buffer, name: "AsyncStream")
            stream.place = SourcePlace(function: function, file: "/app/Service.swift", line: line, module: "App")
            let reader = NodeFact(id: NodeID(rawValue: UInt32(2 * index + 1)), role: .sink, name: "for await")
            log.declare(
                nodes: [stream, reader],
                edges: [
                    EdgeFact(
                        id: EdgeID(rawValue: UInt32(index)), role: .link, label: "AsyncStream", upstream: stream.id,
                        downstream: reader.id)
                ])
            log.append(TraceEvent(time: 1, kind: .subscribed, edge: EdgeID(rawValue: UInt32(index))), thread: 1, bytes: nil)
        }
        var profile = RunProfile()
        profile.finish(log)
        return profile.keys.values.sorted()
    }

    @Test func `lines that an edit has moved are the same stages, by their order in the function`() {
        let before = keys([8, 20])

        #expect(before == keys([9, 31]))
        #expect(Set(before).count == 2)
        #expect(before.map(\.description) == ["AsyncStream at Service.swift:8", "AsyncStream at Service.swift:20"])
    }

    @Test func `another function is another stage`() {
        #expect(keys([8]) != keys([8], function: "Service.stop()"))
    }

    @Test func `without a function the line tells stages apart`() {
        #expect(keys([8], function: "") != keys([9], function: ""))
        #expect(keys([8], function: "") == keys([8], function: ""))
    }
}
