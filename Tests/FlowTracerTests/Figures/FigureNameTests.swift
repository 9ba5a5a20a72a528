import FlowTrace
import FlowCombine
import Testing
@testable import FlowCore
@testable import FlowGraph
@testable import FlowVerdict

/// Names that are the same in every run, and figures that share them.
@Suite("figures by name, traced", .serialized)
struct FigureNameTests {
    /// `pipeline/stage values` of each row.
    private func rows(_ build: (Bench) -> Void) -> [String] {
        let log = Bench.trace(.unlimited, build).found.log
        var table = FigureTable()
        return table.fold(UtilizationMeter.measuring(log).figures(in: log)).map {
            "\($0.name.pipeline) / \($0.name.stage) \($0.figures.values)"
        }
    }

    @Test func `a stage has its operator's name, and a number below another of that name`() {
        let rows = rows { b in
            b.keep([1, 2, 3].publisher.tryMap { $0 }.filter { $0 > 1 }.tryMap { $0 }.catch { _ in Just(0) }.sink { _ in })
        }

        let name = "publisher → tryMap → filter → tryMap → catch → sink"
        #expect(
            rows == [
                "\(name) / publisher 3", "\(name) / tryMap 3", "\(name) / filter 3", "\(name) / tryMap 2 2", "\(name) / catch 2",
                "\(name) / sink 2",
            ])
    }

    @Test func `a label names the stage above it, on however many edges it is`() {
        let rows = rows { b in
            let subject = PassthroughSubject<Int, Never>()
            for _ in 0..<3 { b.keep(subject.filter { $0 > 1 }.label("large").map { $0 }.sink { _ in }) }
            for value in 1...3 { subject.send(value) }
        }

        let name = "PassthroughSubject → large → map → sink"
        #expect(rows == ["\(name) / PassthroughSubject 3", "\(name) / large 9", "\(name) / map 6", "\(name) / sink 6"])
    }

    @Test func `labels that differ only by a number stay apart`() {
        let rows = rows { b in
            let subject = PassthroughSubject<Int, Never>()
            for shard in 1...2 { b.keep(subject.filter { $0 % 2 == shard % 2 }.label("shard \(shard)").sink { _ in }) }
            for value in 1...3 { subject.send(value) }
        }

        let name = "PassthroughSubject → shard 1 → sink"
        #expect(
            rows == [
                "\(name) / PassthroughSubject 3", "\(name) / shard 1 3", "\(name) / shard 2 3", "\(name) / sink 3",
            ])
    }

    @Test func `a stage with outputs of different labels keeps its operator's name`() {
        let rows = rows { b in
            let subject = PassthroughSubject<Int, Never>()
            b.keep(subject.label("a").map { $0 }.sink { _ in })
            b.keep(subject.label("b").map { $0 }.sink { _ in })
            subject.send(1)
        }

        let name = "PassthroughSubject → map → sink"
        #expect(rows == ["\(name) / PassthroughSubject 1", "\(name) / map 2", "\(name) / sink 2"])
    }

    @Test func `the stages of made publishers are those of the operator that made them`() {
        let rows = rows { b in
            b.keep(
                (1...3).publisher.flatMap { n in (0..<n).publisher.filter { $0 > 0 }.flatMap { Just($0).map { $0 } } }.sink { _ in
                })
        }

        let name = "publisher → flatMap → sink"
        #expect(rows == ["\(name) / publisher 3", "\(name) / flatMap 3", "\(name) / sink 3"])
    }

    @Test func `names do not depend on who came first`() {
        let subject = PassthroughSubject<Int, Never>()
        let builds: [(Bench) -> Void] = [
            { b in b.keep((1...3).publisher.filter { $0 > 1 }.label("some").reduce(0, +).sink { _ in }) },
            { b in b.keep(subject.filter { $0 > 1 }.buffer(size: 2, prefetch: .byRequest, whenFull: .dropOldest).sink { _ in }) },
            { b in b.keep((1...4).publisher.filter { $0 > 1 }.label("some").reduce(0, +).sink { _ in }) },
            { b in b.keep((1...2).publisher.flatMap { Just($0).filter { $0 > 0 } }.sink { _ in }) },
        ]
        let forward = rows { b in for build in builds { build(b) } }
        let backward = rows { b in for build in builds.reversed() { build(b) } }

        #expect(forward.sorted() == backward.sorted())
        let some = forward.filter { $0.hasPrefix("some → reduce → sink / some") }
        #expect(some.sorted() == ["some → reduce → sink / some 2", "some → reduce → sink / some 3"])
    }

    @Test func `ten thousand short pipelines are a few rows`() {
        let rows = rows { b in
            let bus = PassthroughSubject<Int, Never>()
            b.keep(bus.sink { _ in })
            for number in 0..<10_000 {
                let own = PassthroughSubject<Int, Never>()
                let short = own.filter { $0 % 2 == 0 }.map { $0 + 1 }.sink { _ in }
                let branch = number % 10 == 0 ? bus.filter { $0 > 0 }.first().sink { _ in } : nil
                own.send(number)
                short.cancel()
                branch?.cancel()
            }
            bus.send(1)
        }

        let (stays, short) = ("PassthroughSubject → sink", "PassthroughSubject → filter → map → sink")
        #expect(
            rows.prefix(4) == [
                "\(stays) / PassthroughSubject 1", "\(stays) / sink 1", "\(stays) / filter 0", "\(stays) / first 0",
            ])
        // Eight numbered pipelines, and all others together.
        #expect(rows.count == 4 + 9 * 4)
        for (stage, sum) in [("PassthroughSubject", 10_000), ("filter", 10_000), ("map", 5_000), ("sink", 5_000)] {
            let counts = rows.filter { $0.hasPrefix("\(short) / \(stage) ") }.compactMap { $0.split(separator: " ").last }
            #expect(counts.compactMap { Int($0) }.reduce(0, +) == sum)
        }
    }

    @Test func `pipelines of one line have a number each, up to a limit, and those of another line begin anew`() {
        let log = Bench.trace(.unlimited) { b in
            func chain(_ values: Int, fileID: String = #fileID, line: Int = #line) {
                b.keep((0..<values).publisher.label("rows", fileID: fileID, line: line).map { $0 }.sink { _ in })
            }
            for values in 1...10 { chain(values, line: 8) }
            chain(50, line: 9)
        }.found.log
        var table = FigureTable()
        let rows = table.fold(UtilizationMeter.measuring(log).figures(in: log)).filter { $0.name.stage == "map" }.map {
            "\($0.name.place ?? "?") \($0.name.number.map(String.init) ?? "more") \($0.figures.values)"
        }

        let place = "FlowTracerTests/FigureNameTests.swift"
        #expect(rows == (1...8).map { "\(place):8 \($0) \($0)" } + ["\(place):8 more 19", "\(place):9 1 50"])
    }

    @Test func `what has no limit and what has one have none together`() {
        let (endless, small) = (PassthroughSubject<Int, Never>(), PassthroughSubject<Int, Never>())
        let log = Bench.trace(.unlimited) { b in
            for (subject, size) in [(endless, Int.max), (small, 3)] {
                subject.buffer(size: size, prefetch: .byRequest, whenFull: .dropOldest).subscribe(
                    End<Int, Never>(.three, describe: { "\($0)" }) {})
                for value in 1...9 { subject.send(value) }
            }
        }.found.log
        let buffers = UtilizationMeter.measuring(log).figures(in: log).filter { $0.name.stage == "buffer" }.map(\.figures)

        #expect(buffers.map { $0.present?.held } == [6, 3])
        #expect(buffers.map { $0.present?.capacity } == [nil, 3])
        #expect((buffers[0] + buffers[1]).present?.held == 9)
        #expect((buffers[0] + buffers[1]).present?.capacity == nil)
    }

    @Test func `while records of what lives are missing, its counts are all that is known`() {
        let subject = PassthroughSubject<Int, Never>()
        let recorder = Recorder()
        var found = Reconstruction()
        let (tracer, _) = FlowTracer.tracing(into: recorder) {
            subject.buffer(size: 4, prefetch: .byRequest, whenFull: .dropOldest).subscribe(
                End<Int, Never>(.three, describe: { "\($0)" }) {})
        }
        for value in 1...5 { subject.send(value) }
        recorder.drain(into: &found)
        let before = UtilizationMeter.measuring(found.log).figures(in: found.log).map(\.figures)
        found.recordGap(until: .max)
        let after = UtilizationMeter.measuring(found.log).figures(in: found.log).map(\.figures)
        tracer.stop()

        #expect(before.map(\.values) == [5, 5, 3] && after.map(\.values) == [5, 5, 3])
        #expect(before.map { $0.present?.held } == [nil, 2, nil])
        #expect(before.map { $0.present?.demand?.count } == [nil, nil, 0])
        #expect(after.map(\.present) == [nil, nil, nil])
        #expect(after.map(\.isCulprit) == [nil, nil, nil])
    }

    @Test func `rows beyond the limit are one, and no name moves`() {
        let figures = Bench.trace { $0.keep(Just(1).sink { _ in }) }.found.log
        let sample = UtilizationMeter.measuring(figures).figures(in: figures)[1].figures
        let all = (0..<10_000).map {
            FigureRow(name: FigureName(pipeline: "p \($0 / 4)", place: nil, number: 1, stage: "s \($0 % 4)"), figures: sample)
        }
        var table = FigureTable()

        let rows = table.fold(all)
        let later = table.fold(all.reversed())

        #expect(rows.map(\.name) == all.prefix(FigureTable.limit).map(\.name) + [.other])
        #expect(rows.map(\.figures.values) == Array(repeating: 1, count: FigureTable.limit) + [10_000 - FigureTable.limit])
        #expect(later == rows)
    }

    @Test func `a long path is named by its ends`() {
        let rows = rows { b in
            var chain = (1...2).publisher.filter { $0 > 0 }.eraseToAnyPublisher()
            for _ in 0..<40 { chain = chain.drop(while: { _ in false }).eraseToAnyPublisher() }
            b.keep(chain.sink { _ in })
        }

        let drops = Array(repeating: "drop(while:)", count: 5)
        let path = (["publisher"] + drops + ["…"] + drops + ["sink"]).joined(separator: " → ")
        #expect(rows.first == "\(path) / publisher 2")
        #expect(rows.last == "\(path) / sink 2")
        #expect(rows.count == 42)
    }
}
