import FlowTrace
import FlowCombine
import Testing
@testable import FlowAnalysis
@testable import FlowCore
@testable import FlowExport
@testable import FlowGraph
@testable import FlowModel
@testable import FlowText
@testable import FlowVerdict

/// Labels name edges and their source locations while traced, and otherwise do nothing.
@Suite("labels", .serialized)
struct LabelTests {
    @Test func `a buffer of the largest size has no capacity`() {
        let (_, found) = Bench.trace { b in
            (1...3).publisher.buffer(size: .max, prefetch: .byRequest, whenFull: .dropOldest).buffer(
                size: 7, prefetch: .byRequest, whenFull: .dropOldest
            ).subscribe(b.makeEnd() as End<Int, Never>)
        }

        #expect(found.log.nodes.filter { $0.name == "buffer" }.map(\.capacity) == [7, nil])
    }

    @Test func `of names without end a tracer writes down some, and calls all others by one`() {
        let target = TraceTarget(recorder: Recorder())
        let tags = (0..<10_000).map { target.tag(of: "request \($0)") }

        var declared = DeclaredNames()
        target.recorder.drain(into: &declared)
        #expect(declared.names == (0..<TraceTarget.textLimit).map { "request \($0)" } + ["…"])
        #expect(Set(tags).count == TraceTarget.textLimit + 1)
        #expect(Set(tags[TraceTarget.textLimit...]).count == 1)
        #expect(target.tag(of: "request 0") == tags[0])
    }

    @Test func `a label names the edge below its publisher and the place of both`() {
        let line = #line + 2
        let (_, found) = Bench.trace { b in
            (1...3).publisher.label("numbers").map { $0 }.label("same numbers").subscribe(b.makeEnd() as End<Int, Never>)
        }

        let location = CodeLocation(fileID: "FlowTracerTests/LabelTests.swift", line: line)
        #expect(Set(found.log.edges.map(\.label)) == ["numbers", "same numbers"])
        #expect(found.log.edges.map(\.location) == [location, location])
        #expect(found.log.nodes.filter { $0.role != .sink }.map(\.location) == [location, location])
        #expect(Set(found.log.nodes.map(\.name)) == ["publisher", "map", "end"])
    }

    @Test func `an erased publisher has its label, and of two the outer one`() {
        let (_, found) = Bench.trace { b in
            (1...3).publisher.label("inner").eraseToAnyPublisher().label("outer").eraseToAnyPublisher()
                .subscribe(b.makeEnd() as End<Int, Never>)
        }

        #expect(found.log.edges.map(\.label) == ["outer"])
    }

    @Test func `a label is the name of the lane, and stands in the pipeline's name`() throws {
        let line = #line + 2
        let (_, found) = Bench.trace { b in
            (1...3).publisher.label("numbers").map { $0 }.subscribe(b.makeEnd() as End<Int, Never>)
        }
        var pipelines = Pipelines()
        pipelines.update(from: found.log, upTo: found.log.entries.count)
        let id = try #require(pipelines.ids(by: .age, in: found.log).first)
        var opened = PipelineModel(id)
        opened.update(from: found.log, in: &pipelines)

        #expect(opened.model.lanes.map(\.spec.name) == ["numbers", "map"])
        #expect(opened.shape == [.stage("publisher \"numbers\""), .stage("map"), .stage("end")])
        let rows = Inspector.rows(of: opened.stream, lane: 0, at: opened.model.end)
        #expect(rows.contains(.labelled(CodeLocation(fileID: "FlowTracerTests/LabelTests.swift", line: line))))
    }

    @Test func `a pipeline's name follows the path with a label, whichever of its paths is the oldest`() throws {
        for labelled in 0..<3 {
            let (_, found) = Bench.trace { b in
                let subject = PassthroughSubject<Int, Never>()
                for path in 0..<3 {
                    let source = path == labelled ? subject.label("orders").eraseToAnyPublisher() : subject.eraseToAnyPublisher()
                    source.map { $0 }.filter { _ in true }.subscribe(b.makeEnd() as End<Int, Never>)
                }
                subject.send(1)
            }
            var pipelines = Pipelines()
            pipelines.update(from: found.log, upTo: found.log.entries.count)
            let id = try #require(pipelines.ids(by: .age, in: found.log).first)
            let row = pipelines.summary(of: id, at: pipelines.time, in: found.log)

            let number = labelled == 0 ? "" : " \(labelled + 1)"
            #expect(row?.stages == ["PassthroughSubject \"orders\"", "map\(number)", "filter\(number)", "end\(number)"])
            #expect(row?.more == 6)
        }
    }

    @Test func `alike inputs that fold into one lane keep their labels`() throws {
        let (_, found) = Bench.trace { b in
            let inputs = ["red", "green", "blue", "white"].map { PassthroughSubject<Int, Never>().label($0) }
            inputs[0].zip(inputs[1], inputs[2], inputs[3]).subscribe(b.makeEnd { "\($0)" })
            for input in inputs { input.upstream.send(1) }
        }
        let lanes = ExportLanes(ofProgram: found.log)
        let lines = found.log.entries.filter { $0.kind == .value }.map { entry in
            lanes.jsonLine(for: entry, in: found.log, counters: EdgeCounters()).split(separator: ",\"kind\"")[0]
                .split(separator: "\"pipeline\":1,")[1]
        }
        let report = UtilizationMeter.measuring(found.log).reports(in: found.log)[0]

        #expect(
            lines == [
                #""lane":"red, green, +2","label":"red""#, #""lane":"red, green, +2","label":"green""#,
                #""lane":"red, green, +2","label":"blue""#, #""lane":"red, green, +2","label":"white""#,
                #""lane":"end","label":null"#,
            ])
        #expect(report.stages.map(\.name) == ["red", "green", "blue", "white", "zip", "end"])
        #expect(report.stages.prefix(4).map(\.operatorName) == Array(repeating: "PassthroughSubject", count: 4))
    }

    @Test func `a label inside Deferred names the edge of the Deferred`() {
        let (_, found) = Bench.trace { b in
            Deferred { (1...3).publisher.label("late") }.subscribe(b.makeEnd() as End<Int, Never>)
        }

        #expect(found.log.edges.map(\.label) == ["late"])
    }

    @Test func `every further subscription has a number`() {
        let (_, found) = Bench.trace { b in
            let numbers = (1...3).publisher.label("numbers")
            for _ in 1...2 { numbers.subscribe(b.makeEnd() as End<Int, Never>) }
        }

        #expect(found.log.edges.map(\.label) == ["numbers", "numbers 2"])
    }

    @Test func `without a tracer the subscriber is handed on as it is`() {
        let bench = Bench(.unlimited)
        (1...3).publisher.spied(bench).label("numbers").ended(bench)

        #expect(bench.signals == [["subscribed", "1", "2", "3", "finished"]])
        #expect(bench.counts[0] == bench.counts[1])
    }

    @Test func `a probe is not touched by the tracer`() {
        let recorder = Recorder()
        let bench = Bench(.unlimited)
        let (tracer, _) = FlowTracer.tracing(into: recorder) {
            (1...3).publisher.probe("seen", recorder: recorder).subscribe(bench.makeEnd() as End<Int, Never>)
        }
        tracer.stop()
        var found = Reconstruction()
        recorder.drain(into: &found)

        let probed = found.log.edges.first { $0.label == "seen" }?.id
        #expect(
            found.log.entries.filter { $0.edge == probed }.map(\.kind) == [
                .subscribed, .request, .value, .value, .value, .finished,
            ])
    }
}

/// The names that a tracer declares, in order.
private struct DeclaredNames: RecordSink {
    private(set) var names: [String] = []

    mutating func declare(nodes: [NodeFact], edges: [EdgeFact]) {}

    mutating func record(missed: Int) {}

    mutating func append(_ record: TraceEvent, thread: UInt32, bytes: UnsafeRawBufferPointer?) {
        if record.fact == .typeName { names.append(record.hookText(bytes)) }
    }
}
