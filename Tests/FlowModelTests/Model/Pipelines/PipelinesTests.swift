import Testing
@testable import FlowAnalysis
@testable import FlowModel
@testable import FlowTrace

@Suite("Pipelines")
struct PipelinesTests {
    private func pipelines(of program: ProgramLog) -> Pipelines {
        var pipelines = Pipelines()
        pipelines.update(from: program.log, upTo: program.log.entries.count)
        return pipelines
    }

    @Test func `a connected part of the graph is a pipeline, named by the way to its oldest sink`() throws {
        var program = ProgramLog()
        let first = program.chain("Just", "map", "sink")
        let second = program.chain("subject", "filter", "buffer", "sink#2")
        program.chain("other", "filter")
        for edge in [first[0], second[0]] { program.record(.subscribed, on: edge, at: 1) }
        var pipelines = pipelines(of: program)

        let ids = pipelines.ids(by: .age, in: program.log)
        let rows = ids.compactMap { pipelines.summary(of: $0, at: .zero, in: program.log) }

        #expect(rows.map(\.stages) == [["Just", "map", "sink"], ["subject", "filter", "buffer", "sink"]])
        #expect(rows.map(\.more) == [0, 1])
        let filtered = pipelines.ids(by: .age, matching: "FILT", in: program.log)
        #expect(filtered == [ids[1]])
    }

    @Test func `what is not yet subscribed is not listed`() {
        var program = ProgramLog()
        program.chain("Just", "sink")

        #expect(pipelines(of: program).count == 0)
    }

    @Test func `totals are those of all edges, and follow the events`() throws {
        var program = ProgramLog()
        let edges = program.chain("subject", "buffer", "sink")
        let store = program.store("buffer")
        program.record(.request, on: edges[1], at: 1, .demand(.max(3)))
        for time in 2...5 {
            program.record(.value, on: edges[0], at: UInt64(time), .int(time))
            program.record(.buffered, on: store, at: UInt64(time), .int(time))
        }
        program.record(.unbuffered, on: store, at: 6, .int(2))
        program.record(.value, on: edges[1], at: 6, .int(2))
        program.record(.dropped, on: store, at: 7, .int(3))
        var pipelines = Pipelines()

        var seen: [[Int]] = []
        for sequence in [1, 5, program.log.entries.count] {
            pipelines.update(from: program.log, upTo: sequence)
            let found = pipelines.summary(of: PipelineID(edge: edges[0]), at: TraceTime(seconds: 0.01), in: program.log)
            let row = try #require(found)
            seen.append([
                row.outstanding.count ?? -1, row.held.count, row.dropped, row.rateIn == 0 ? 0 : 1, row.rateOut == 0 ? 0 : 1,
            ])
        }

        #expect(seen == [[3, 0, 0, 0, 0], [3, 2, 0, 1, 0], [2, 2, 1, 1, 1]])
    }

    @Test func `pipelines that grow together keep the older name and add up`() throws {
        var program = ProgramLog()
        let left = program.chain("a", "merge")
        let right = program.chain("b", "map", "sink")
        program.record(.value, on: left[0], at: 1, .int(1))
        program.record(.value, on: right[0], at: 1, .int(1))
        var pipelines = pipelines(of: program)
        let apart = pipelines.ids(by: .age, in: program.log).map(\.edge)
        #expect(apart == [left[0], right[0]])

        program.chain("merge", "map")
        pipelines.update(from: program.log, upTo: 2)

        let together = pipelines.ids(by: .age, in: program.log).map(\.edge)
        #expect(together == [left[0]])
        let grown = pipelines.pipeline(of: right[1])
        #expect(grown?.edge == left[0])
    }

    @Test func `a pipeline is over when all its sinks are`() throws {
        var program = ProgramLog()
        let first = program.chain("subject", "sink#1")
        let second = program.chain("subject", "sink#2")
        program.record(.subscribed, on: first[0], at: 1)
        program.record(.subscribed, on: second[0], at: 1)
        program.record(.finished, on: first[0], at: 2)
        program.record(.cancel, on: second[0], at: 3)
        var pipelines = Pipelines()

        let states = [3, 4].compactMap { sequence -> LaneState? in
            pipelines.update(from: program.log, upTo: sequence)
            return pipelines.summary(of: PipelineID(edge: first[0]), at: .zero, in: program.log)?.state
        }

        #expect(states == [.live, .cancelled(at: TraceTime(seconds: 0.003))])
    }

    @Test func `orders put what they are called first`() {
        var program = ProgramLog()
        let edges = ["c", "a", "b"].map { program.chain($0, "sink#\($0)")[0] }
        let stores = ["c", "a", "b"].map { program.store($0) }
        program.record(.dropped, on: stores[0], at: 1, .int(1))
        program.record(.buffered, on: stores[1], at: 1, .int(1))
        for time in 2...4 { program.record(.value, on: edges[2], at: UInt64(time), .int(1)) }
        var pipelines = pipelines(of: program)

        let orders = PipelineOrder.allCases.map { order in
            pipelines.ids(by: order, in: program.log).map { id in edges.firstIndex(of: id.edge) ?? -1 }
        }

        #expect(orders == [[1, 0, 2], [0, 1, 2], [2, 0, 1], [0, 1, 2], [1, 2, 0]])
    }

    @Test func `the lanes of one stand from source to sink, and a crowd shares one`() {
        var program = ProgramLog()
        let main = program.chain("subject", "buffer", "flatMap", "sink")
        let store = program.store("buffer")
        for number in 1...5 {
            let inner = program.chain("Just#\(number)", "delay#\(number)", "flatMap")
            program.record(.value, on: inner[0], at: UInt64(number), .int(number))
            program.record(.finished, on: inner[0], at: UInt64(number))
        }
        program.record(.value, on: main[2], at: 9, .int(1))
        var pipelines = pipelines(of: program)
        var opened = PipelineModel(PipelineID(edge: main[0]))

        opened.update(from: program.log, in: &pipelines)

        let lanes = opened.model.lanes
        #expect(lanes.map(\.spec.name) == ["subject", "buffer", "buffer out", "Just", "delay", "flatMap"])
        #expect(lanes.map(\.spec.isShared) == [false, false, false, true, true, false])
        #expect(lanes.map { $0.totals(upTo: 99).values } == [0, 0, 0, 5, 0, 1])
        #expect(opened.model.log.entries.count == 11)
        #expect(!opened.model.state(ofLane: 3, at: 11).isOver)
        #expect(store == EdgeID(rawValue: 4))
    }

    @Test func `an opened pipeline has its own events alone, with their texts and causes`() throws {
        var program = ProgramLog()
        let one = program.chain("a", "map", "sink")
        let other = program.chain("b", "sink#2")
        let text = "a text that is longer than a record holds"
        func add(_ edge: EdgeID, cause: Int?) {
            Array(text.utf8).withUnsafeBytes { bytes in
                let payload = TraceEvent.Payload.textReference(offset: 0, stored: bytes.count, full: bytes.count)
                let event = TraceEvent(time: 1, kind: .value, edge: edge, payload: payload)
                program.append(event, bytes, cause: cause)
            }
        }
        add(other[0], cause: nil)
        add(one[0], cause: 1)
        add(other[0], cause: 2)
        add(one[1], cause: 3)
        var pipelines = pipelines(of: program)
        var opened = PipelineModel(PipelineID(edge: one[0]))

        opened.update(from: program.log, in: &pipelines)

        let log = opened.model.log
        #expect(log.entries.map(\.edge) == [one[0], one[1]])
        #expect(log.entries.map(\.cause) == [nil, 1])
        #expect(log.entries.map(log.value) == [.string(text), .string(text)])
    }

    @Test func `of ten thousand edges only the visible rows are put together`() {
        var program = ProgramLog()
        for number in 0..<5_000 {
            let edges = program.chain("subject#\(number)", "map#\(number)", "sink#\(number)")
            program.record(.value, on: edges[1], at: UInt64(number), .int(number))
        }
        var pipelines = pipelines(of: program)

        let ids = pipelines.ids(by: .pressure, in: program.log)
        let rows = ids.prefix(30).compactMap { pipelines.summary(of: $0, at: TraceTime(seconds: 5), in: program.log) }

        #expect(ids.count == 5_000 && rows.count == 30)
        #expect(pipelines.chainsMade == 30)
    }
}
