import FlowTestSupport
import FlowTrace
import Synchronization
import Testing

/// The comparison of programs, whose runs are never quite the same.
@Suite("diff of programs", .notForever)
struct DiffToleranceTests {
    private let folder: TemporaryFolder

    init() throws { folder = try TemporaryFolder() }

    /// A trace of a loop over a stream.
    ///
    /// - Parameters:
    ///   - work: The milliseconds of an iteration.
    ///   - drops: The number of values dropped at the stream.
    private func loop(_ name: String, values: Int = 60, work: UInt64 = 10, drops: Int = 500, first: Int = 1) throws -> String {
        let path = folder.path(name)
        let now = Mutex<UInt64>(0)
        let recorder = try Recorder(
            file: path, options: TraceFileOptions(size: TraceFileOptions.minimumSize), clock: .custom { now.withLock { $0 } })
        let stream = recorder.declareNode(.buffer, name: "AsyncStream")
        let reader = recorder.declareNode(.sink, name: "for await")
        let store = recorder.declareEdge(.store, label: "AsyncStream held", upstream: stream, downstream: stream)
        let link = recorder.declareEdge(.link, label: "AsyncStream", upstream: stream, downstream: reader)
        recorder.record(.subscribed, on: link)
        for value in 0..<drops { recorder.record(.dropped, on: store, value: .int(value), reason: .overflowNewest) }
        for value in 0..<values {
            recorder.record(.request, on: link, demand: .max(1))
            recorder.record(.value, on: link, value: .int(value + first))
            now.withLock { $0 += work * 1_000_000 }
        }
        recorder.record(.request, on: link, demand: .max(1))
        recorder.record(.finished, on: link)
        recorder.close()
        return path
    }

    @Test func `a loop that takes three times as long is a difference, and is said first`() throws {
        let run = try Program.run(["diff", loop("before.fvz"), loop("after.fvz", work: 30, drops: 521)])

        #expect(run.status == .exited(3))
        #expect(
            run.output == """
                same shape; for await took 3 times as long; 521 dropped, 500 before

                beyond 20 %
                  for await: 0.01 s → 0.03 s a value

                """)
    }

    @Test(arguments: [("0.25%", "0.25 %"), ("99.5%", "99.5 %"), ("7%", "7 %"), ("0%", "0 %"), ("10000%", "10000 %")])
    func `a tolerance is said as it was given`(given: String, said: String) throws {
        let paths = try [loop("before.fvz"), loop("after.fvz", drops: 501)]

        let run = try Program.run(["diff", "--tolerance", given] + paths)

        #expect(
            [
                "no difference beyond \(said): same shape; 501 dropped, 500 before",
                "beyond \(said)",
            ].contains { run.output.split(separator: "\n").contains(Substring($0)) })
    }

    @Test func `figures within the tolerance are no difference, and are said`() throws {
        let paths = try [loop("before.fvz"), loop("after.fvz", work: 12, drops: 521)]

        let run = try Program.run(["diff"] + paths)

        #expect(run.status == .exited(0))
        #expect(run.output == "no difference beyond 20 %: same shape; 521 dropped, 500 before\n")
        let strict = try Program.run(["diff", "--tolerance", "2%"] + paths)
        #expect(strict.status == .exited(3))
        #expect(
            strict.output
                == "same shape; AsyncStream dropped 521 values, 500 before\n\nbeyond 2 %\n  AsyncStream: dropped 500 → 521\n")
        #expect(try Program.run(["diff", "--exact"] + paths).status == .exited(3))
        #expect(try Program.run(["diff", "--times"] + paths).status == .exited(3))
    }

    @Test func `a first drop is a difference at any tolerance`() throws {
        let run = try Program.run(["diff", loop("before.fvz", drops: 0), loop("after.fvz", drops: 1), "--tolerance", "1000%"])

        #expect(run.status == .exited(3))
    }

    @Test func `other values in the same number are said, and are no difference`() throws {
        let run = try Program.run(["diff", loop("before.fvz"), loop("after.fvz", first: 2)])

        #expect(run.status == .exited(0))
        #expect(
            run.output == "no difference beyond 20 %: same shape; AsyncStream got other values from value 1 on\n")
    }

    /// A trace of loops over a stream each, all of which end.
    ///
    /// - Parameters:
    ///   - firsts: The first of the ten values of each loop.
    ///   - ends: The milliseconds at which they finish; `nil` for loops that do not.
    ///   - end: The milliseconds at which the run ends.
    private func loops(_ name: String, _ firsts: [Int], ends: UInt64? = 5_000, end: UInt64 = 10_000) throws -> String {
        let path = folder.path(name)
        let now = Mutex<UInt64>(0)
        let recorder = try Recorder(
            file: path, options: TraceFileOptions(size: TraceFileOptions.minimumSize), clock: .custom { now.withLock { $0 } })
        let links = firsts.map { _ in
            let stream = recorder.declareNode(.buffer, name: "AsyncStream")
            let reader = recorder.declareNode(.sink, name: "for await")
            return recorder.declareEdge(.link, label: "AsyncStream", upstream: stream, downstream: reader)
        }
        for (link, first) in zip(links, firsts) {
            recorder.record(.subscribed, on: link)
            for value in 0..<10 { recorder.record(.value, on: link, value: .int(first + value)) }
        }
        if let ends {
            now.withLock { $0 = ends * 1_000_000 }
            for link in links { recorder.record(.finished, on: link) }
        }
        now.withLock { $0 = end * 1_000_000 }
        let last = recorder.declareEdge(.link, label: "timer", upstream: recorder.declareNode(.source, name: "timer"))
        recorder.record(.value, on: last, value: .int(1))
        recorder.close()
        return path
    }

    @Test func `streams of one name and place that took turns otherwise are the same`() throws {
        let run = try Program.run(["diff", loops("before.fvz", [1, 101, 201]), loops("after.fvz", [201, 1, 101])])

        #expect(run.status == .exited(0))
        #expect(run.output == "no difference beyond 20 %: same shape\n")
    }

    @Test func `an end in the last moments of a run is not missed in the other`() throws {
        let firsts = Array(1...5)
        let before = try loops("before.fvz", firsts, ends: 9_990)

        let run = try Program.run(["diff", before, loops("open.fvz", firsts, ends: nil)])
        let early = try Program.run(["diff", loops("early.fvz", firsts), loops("after.fvz", firsts, ends: nil)])

        #expect(run.status == .exited(0))
        #expect(run.output == "no difference beyond 20 %: same shape\n")
        #expect(
            early.output == """
                same shape; AsyncStream finished 0 times, 5 before

                beyond 20 %
                  AsyncStream: finished 5 → 0

                """)
    }

    @Test func `a scenario is compared exactly, but for a tolerance that is given`() throws {
        let words = ["diff", "overflow:drop-oldest", "overflow:drop-newest", "--until", "5"]

        #expect(try Program.run(words).status == .exited(3))
        #expect(try Program.run(words + ["--tolerance", "30%"]).status == .exited(0))
    }

    @Test func `two runs of a healthy program do not differ`() throws {
        let line =
            "printf '21\\n4\\n' | \"$0\" record -o \"$1\" -- \"$3\" 0 pairs > \"$1.out\" && "
            + "printf '21\\n4\\n' | \"$0\" record -o \"$2\" -- \"$3\" 0 pairs > \"$1.out\" && \"$0\" diff \"$1\" \"$2\""
        let run = try Program.shell(
            line, [folder.path("a.fvz"), folder.path("b.fvz"), BuiltProgram.path("FlowTracedProgram")])

        #expect(run.status == .exited(0), "\(run.output)")
        #expect(run.output.hasPrefix("no difference"))
    }

    @Test func `a trace that lacks records is not alike within a tolerance`() throws {
        let path = try loop("full.fvz", values: 100_000, work: 0)

        let run = try Program.run(["diff", path, loop("other.fvz", values: 100_000, work: 0, drops: 510)])

        #expect(run.status == .exited(1) && run.output.isEmpty)
        #expect(run.errors.hasPrefix("flowviz: no difference was found, but the traces are incomplete: "))
    }
}
