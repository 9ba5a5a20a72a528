import FlowAnalysis
import FlowModel
import FlowScreen
import FlowTestSupport
import FlowTrace
import FlowViews
import Synchronization
import Testing

@testable import FlowApp
@testable import FlowSessions

@Suite("Jumps")
struct JumpTests {
    /// The notice after each of some keys.
    private func notices(_ app: inout AppFixture, _ keys: String) -> [String?] {
        keys.map { key in
            app.press(.character(key))
            return app.state.notice?.description
        }
    }

    @Test func `N and n go back and on through the drops, count them, and freeze`() throws {
        var app = try AppFixture("demand-sink", at: 7.5)

        #expect(
            notices(&app, "NNNnn") == [
                "drop 2 of 2: 6 dropped, no demand", "drop 1 of 2: 3 dropped, no demand", "no earlier drop; there are 2",
                "drop 2 of 2: 6 dropped, no demand", "no later drop; there are 2, N goes back",
            ])
        #expect(app.state.playhead?.time == TraceTime(seconds: 7) && app.state.isFrozen)
    }

    @Test func `where nothing is lost, they say so`() throws {
        var app = try AppFixture("pace", at: 7)

        #expect(notices(&app, "nN") == ["no drop so far", "no drop so far"])
        #expect(app.state.playhead == nil && !app.state.isFrozen)
    }

    @Test func `what is typed after a slash is gone to and counted, Esc forgets it`() throws {
        var app = try AppFixture("pace", at: 7.5)

        app.type("/lane:output kind:value")
        #expect(app.state.prompt?.find == "find: lane:output kind:value_")
        app.press(.enter)
        #expect(app.state.notice == "match 6 of 6: output value F")
        #expect(
            notices(&app, "NNn") == [
                "match 5 of 6: output value E", "match 4 of 6: output value D", "match 5 of 6: output value E",
            ])
        app.press(.escape)
        #expect(app.state.notice == "n and N go to drops again")
        #expect(notices(&app, "n") == ["no drop so far"])
    }

    @Test func `a lane that there is not is answered with those that there are`() throws {
        var app = try AppFixture("pace", at: 7.5)

        app.type("/lane:bufer")
        app.press(.enter)

        #expect(app.state.notice == "no lane 'bufer'; lanes are source, buffer, output")
    }

    @Test func `what cannot be looked for is said while typing goes on, Esc leaves`() throws {
        var app = try AppFixture("pace", at: 2)

        app.type("/kind:x")
        app.press(.enter)
        #expect(app.state.prompt?.error?.hasPrefix("no kind 'x'; kinds are subscribed,") == true)
        app.press(.backspace)
        #expect(app.state.prompt?.find == "find: kind:_")
        app.press(.escape)

        #expect(app.state.prompt == nil && app.state.search.filter == nil)
        app.type("q")
        #expect(app.effects.last == .quit)
    }

    @Test func `in a recording n goes ahead of the present`() throws {
        let app = try ReplayFixture("demand-sink --until 8")

        app.type("nn")
        #expect(app.playback.now == TraceTime(seconds: 7) && app.state.playhead == nil && app.state.isFrozen)
        #expect(app.state.notice == "drop 2 of 2: 6 dropped, no demand")
        app.type("N")
        #expect(app.state.playhead?.time == TraceTime(seconds: 3))
    }

    @Test func `what broke a rule is gone to like what was lost`() throws {
        let recorder = Recorder(clock: .custom { 1_000_000 })
        let source = recorder.declareNode(.source, name: "source")
        let sink = recorder.declareNode(.sink, name: "sink")
        let edge = recorder.declareEdge(.link, label: "output", upstream: source, downstream: sink)
        recorder.record(.subscribed, on: edge)
        recorder.record(.request, on: edge, demand: .max(1))
        for number in 1...2 { recorder.record(.value, on: edge, value: .int(number)) }
        var model = StreamModel(lanes: [LaneSpec("output", .output)])
        model.update(from: recorder)
        let facts = RunFacts(timeline: model.log, stream: StreamAnalysis(model), now: model.end, isOver: false)
        let violation = try #require(StreamAnalysis(model).violations(upTo: .max).first)

        #expect(violation.sequence == 4)
        #expect(
            facts.find(TraceSearch(), .next, from: .start)
                == .found(model.moment(ofEvent: 4), "drop or violation 1 of 1: \(violation.words)"))
    }

    @Test func `in the list of a program the drops of all pipelines are gone to`() throws {
        let (replay, drops) = try JumpTests.replay(firstLook: .max, within: .standard)
        var state = AppState(.program(), length: replay.length, size: Size(width: 100, height: 24))

        JumpTests.press("n", replay, &state)

        #expect(replay.facts.now == drops[0])
        #expect(state.notice?.description.hasPrefix("drop 1 of \(drops.count): value ") == true)
    }

    // MARK: Long traces

    /// A trace that is viewed through a window, and the moments of its drops.
    private static func replay(
        firstLook: Int, within budget: MemoryBudget = LongTraceTests.little
    ) throws -> (ProgramReplay, [Moment]) {
        let file = try LongTraceTests.file()
        return (ProgramReplay(file, waits: true, firstLook: firstLook, within: budget), drops(of: file))
    }

    /// The moments of the losses in a trace.
    static func drops(of file: TraceFile) -> [Moment] {
        var fold = TraceFold(file)
        fold.read()
        return fold.reconstruction.log.entries.filter { $0.kind == .dropped }.map { Moment(time: $0.time, sequence: $0.sequence) }
    }

    /// Presses a key, and runs the loop until the jump has ended.
    private static func press(_ key: Character, _ replay: ProgramReplay, _ state: inout AppState) {
        replay.refresh(&state)
        for effect in Update.press(.character(key), on: &state, facts: replay.facts) {
            _ = effect.perform(on: &state, .trace(replay))
        }
        repeat { replay.refresh(&state) } while state.isSearching
    }

    @Test(arguments: [false, true]) func `a jump goes on beyond what is kept of a long trace, both ways`(opens: Bool) throws {
        let (replay, drops) = try JumpTests.replay(firstLook: 1_000)
        var state = AppState(.program(), length: replay.length, size: Size(width: 100, height: 24))
        state.cell = 1_000_000
        replay.seek(drops[0])
        if opens { _ = Effect.openChosen.perform(on: &state, .trace(replay)) }
        #expect((state.program?.opened != nil) == opens)
        // Seconds lie between the last drop of one overflow of the buffer and the first drop of the next.
        let places = drops.indices.filter { $0 > 0 && drops[$0].time - drops[$0 - 1].time > 1_000_000_000 }
        #expect(places.count > 5)

        for place in places {
            replay.seek(Moment(time: drops[place - 1].time, sequence: 0))
            (state.playhead, state.notice) = (nil, nil)
            JumpTests.press("n", replay, &state)
            #expect(replay.now == drops[place].time && state.playhead == nil)
            let notice = state.notice?.description ?? "-"
            #expect(notice.hasPrefix("drop ") && notice.contains(" in this part of the trace: value "), "\(notice)")

            JumpTests.press("N", replay, &state)
            #expect(state.playhead?.time == drops[place - 1].time, "\(state.notice?.description ?? "-")")
        }
    }

    @Test func `at the end of a long trace there is no more, and at its start`() throws {
        let (replay, drops) = try JumpTests.replay(firstLook: 1_000)
        var state = AppState(.program(), length: replay.length, size: Size(width: 100, height: 24))

        replay.seek(drops[0])
        JumpTests.press("N", replay, &state)
        #expect(state.notice == "no earlier drop in this trace")
        replay.seek(drops[drops.count - 1])
        JumpTests.press("n", replay, &state)
        #expect(state.notice == "no later drop in this trace")
    }

    /// A trace of 60,000 values on one stream; on another, the last value comes without demand, and it is cancelled.
    private static func writeLateBreach(_ path: String) throws -> TraceFile {
        try write(path) { recorder, edge, number in
            if number == 50_000 { recorder.record(.value, on: edge, value: .int(2)) }
        }
    }

    /// A trace of 60,000 values on one stream; after each, `next` records on another, which has had its only requested value.
    private static func write(_ path: String, _ next: (Recorder, EdgeID, Int) -> Void) throws -> TraceFile {
        let time = Atomic<UInt64>(0)
        let recorder = try Recorder(
            file: path, options: TraceFileOptions(size: 16 << 20), command: ["App"],
            clock: .custom { time.load(ordering: .relaxed) })
        let edges = ["busy", "strict"].map { name in
            recorder.declareEdge(
                .link, label: name, upstream: recorder.declareNode(.source, name: name),
                downstream: recorder.declareNode(.sink, name: "sink"))
        }
        for (edge, demand) in zip(edges, [Demand.unlimited, .max(1)]) {
            recorder.record(.subscribed, on: edge)
            recorder.record(.request, on: edge, demand: demand)
        }
        recorder.record(.value, on: edges[1], value: .int(1))
        for number in 1...60_000 {
            time.store(UInt64(number) * 1_000_000, ordering: .relaxed)
            recorder.record(.value, on: edges[0], value: .int(number))
            next(recorder, edges[1], number)
        }
        recorder.close()
        return try TraceFile(path)
    }

    @Test(arguments: [false, true]) func `what broke a rule far beyond the window is gone to, and marked there`(opens: Bool)
        throws
    {
        let folder = try TemporaryFolder()
        let file = try JumpTests.writeLateBreach(folder.path("late.fvz"))
        let replay = ProgramReplay(file, waits: true, firstLook: 1_000, within: LongTraceTests.little)
        var state = AppState(.program(), length: replay.length, size: Size(width: 100, height: 24))
        state.cell = 1_000_000
        replay.seek(Moment(time: TraceTime(seconds: 0.1), sequence: 0))
        let strict = (0...1).compactMap { replay.pipeline(rowsBelow: $0, state) }.max { $0.edge < $1.edge }
        if opens { _ = Effect.open(strict).perform(on: &state, .trace(replay)) }
        #expect((state.program?.opened != nil) == opens)

        JumpTests.press("n", replay, &state)
        #expect(replay.now == TraceTime(seconds: 50), "\(state.notice?.description ?? "-")")
        #expect(
            state.notice?.description.hasPrefix("drop or violation 1 of 1 in this part of the trace: ") == true,
            "\(state.notice?.description ?? "-")")
        if opens { #expect(replay.facts.stream.violations(upTo: .max).map(\.rule.number) == ["1.1"]) }
        replay.seek(Moment(time: TraceTime(seconds: 60), sequence: 0))
        state.playhead = nil
        JumpTests.press("N", replay, &state)

        #expect(state.playhead?.time == TraceTime(seconds: 50), "\(state.notice?.description ?? "-")")
    }

    @Test(arguments: [false, true]) func `a drop far beyond what is kept is gone to in the frame of the key`(opens: Bool) throws {
        let folder = try TemporaryFolder()
        let file = try JumpTests.write(folder.path("late.fvz")) { recorder, edge, number in
            guard [1, 50_000].contains(number) else { return }
            recorder.record(.dropped, on: edge, value: .int(number), reason: .overflowNewest)
        }
        let replay = ProgramReplay(file, waits: true, firstLook: 1_000, within: LongTraceTests.little)
        var state = AppState(.program(), length: replay.length, size: Size(width: 100, height: 24))
        replay.seek(Moment(time: TraceTime(seconds: 0.1), sequence: 0))
        if opens { _ = Effect.openChosen.perform(on: &state, .trace(replay)) }
        #expect((state.program?.opened != nil) == opens)

        SearchNavigation.perform(.next, &state, .trace(replay))
        #expect(replay.now == TraceTime(seconds: 50) && !state.isSearching)
        #expect(state.notice == "drop 1 of 1 in this part of the trace: 50000 dropped, overflow: newest")
        SearchNavigation.perform(.next, &state, .trace(replay))
        #expect(state.notice == "no later drop in this trace")
        SearchNavigation.perform(.previous, &state, .trace(replay))
        #expect(state.playhead?.time == TraceTime(nanoseconds: 1_000_000) && !state.isSearching)
        #expect(state.notice?.description.hasSuffix(": 1 dropped, overflow: newest") == true)
        replay.refresh(&state)
        SearchNavigation.perform(.previous, &state, .trace(replay))
        #expect(state.notice?.description.hasPrefix("no earlier drop") == true)
    }

    @Test func `any key stops a jump`() throws {
        let (replay, _) = try JumpTests.replay(firstLook: 10)
        var state = AppState(.program(), length: replay.length, size: Size(width: 100, height: 24))
        state.search.filter = try EventFilter(parsing: "kind:dropped")

        for effect in Update.press(.character("n"), on: &state, facts: replay.facts) {
            _ = effect.perform(on: &state, .trace(replay))
        }
        #expect(state.isSearching && state.notice == "looking for a match; any key stops it")
        _ = Update.press(.character("t"), on: &state, facts: replay.facts)
        replay.refresh(&state)

        #expect(!state.isSearching && replay.now == .zero)
    }
}
