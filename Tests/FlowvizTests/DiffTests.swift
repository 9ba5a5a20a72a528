import FlowTestSupport
import FlowTrace
import Testing

/// The differences between two runs.
@Suite("diff", .notForever)
struct DiffTests {
    @Test func `a recorded run and the scenario itself do not differ`() throws {
        let folder = try TemporaryFolder()
        let path = folder.path("pace.fvz")
        _ = try Program.run(["run", "pace", "--until", "5", "-o", path])

        let run = try Program.run(["diff", path, "pace", "--times", "--until", "5"])

        #expect(run.output == "no difference over 21 events\n")
        #expect(run.status == .exited(0))
    }

    @Test func `a difference is told by its stage, with both events`() throws {
        let run = try Program.run(["diff", "pace", "pace", "--until", "5", "--set", "interval=2"])

        #expect(run.status == .exited(3))
        #expect(
            run.output == """
                what each subscriber got
                  output: 4 values → 3 values
                    from value 4 on: D → nothing more

                counts that differ, by stage
                  buffer: held 0 → 1
                  output: values 4 → 3, asked 4 → 3

                first differences, by stage
                  output, event 8: request 1 at 3 s → nothing more
                  buffer, event 8: left D at 5 s → nothing more

                """)
    }

    @Test func `stages of one name are compared each with its like`() throws {
        let folder = try TemporaryFolder()
        // The two streams take turns differently, as threads do. Each stream has the same values in the same order.
        func write(_ name: String, _ turns: [(Int, Int)]) throws -> String {
            let path = folder.path(name)
            let recorder = try Recorder(
                file: path, options: TraceFileOptions(size: TraceFileOptions.minimumSize), clock: .custom { 2_000_000_000 })
            let edges = (0..<2).map { _ in
                recorder.declareEdge(.link, label: "values", upstream: recorder.declareNode(.transform, name: "map"))
            }
            for (place, value) in turns { recorder.record(.value, on: edges[place], value: .int(value)) }
            recorder.close()
            return path
        }
        let first = try write("first.fvz", [(0, 1), (1, 2), (0, 3), (1, 4)])
        let other = try write("other.fvz", [(0, 1), (0, 3), (1, 2), (1, 4)])
        let third = try write("third.fvz", [(0, 1), (1, 2), (1, 4), (0, 4), (1, 5)])

        #expect(try Program.run(["diff", first, other]).output == "no difference over 4 events\n")
        #expect(
            try Program.run(["diff", first, third, "--exact"]).output == """
                what each subscriber got
                  values: 2 values → 2 values
                    from value 2 on: 3 → 4
                  values 2: 2 values → 3 values
                    from value 3 on: nothing more → 5

                counts that differ, by stage
                  map 2: values 2 → 3

                first differences, by stage
                  map, event 2: value 3 at 2 s → value 4 at 2 s
                  map 2, event 3: nothing more → value 5 at 2 s

                """)
        #expect(
            try Program.run(["diff", first, third]).output == """
                same shape; map passed 5 values, 4 before

                beyond 20 %
                  map: values 4 → 5

                """)
    }

    @Test func `what the subscriber got comes before where the first stage differed`() throws {
        let run = try Program.run(["diff", "overflow:drop-oldest", "overflow:drop-newest", "--until", "5"])

        #expect(
            run.output == """
                what each subscriber got
                  into buffer: 24 values, the same
                  output: 6 values → 6 values
                    from value 2 on: 8, 9, 10, 11, 20 → 2, 3, 4, 5, 6

                first differences, by stage
                  buffer, event 11: dropped 2 (overflow: oldest) at 0.3 s → dropped 7 (overflow: newest) at 0.3 s

                """)
    }

    @Test func `runs one of which lacks records are never said to be alike`() throws {
        let folder = try TemporaryFolder()
        let path = folder.path("full.fvz")
        let recorder = try Recorder(file: path, options: TraceFileOptions(size: TraceFileOptions.minimumSize))
        let edge = recorder.declareEdge(.link, label: "link")
        for number in 0..<100_000 { recorder.record(.value, on: edge, value: .int(number)) }
        recorder.close()

        let alike = try Program.run(["diff", path, path])
        let unlike = try Program.run(["diff", path, "pace", "--until", "1"])

        #expect(alike.status == .exited(1))
        #expect(alike.output.isEmpty)
        let gap = "\(path): \(recorder.missed) records missed"
        #expect(alike.errorLines == ["flowviz: no difference was found, but the traces are incomplete: \(gap); \(gap)"])
        #expect(unlike.status == .exited(3))
        #expect(unlike.output.hasSuffix("\nmissing: \(gap)\n"))
    }
}
