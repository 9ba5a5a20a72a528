import Dispatch
import FlowModel
import FlowScreen
import FlowTestSupport
import FlowTrace
import FlowViews
import Synchronization
import Testing

@testable import FlowApp
@testable import FlowSessions

/// A trace that is too long to be read at once looks as if it had been read at once.
@Suite("Long traces")
struct LongTraceTests {
    private static let count = 90_000
    /// A budget with room for a sixth of the trace.
    static let little = MemoryBudget(bytes: 64 << 20)

    /// The trace that all tests read from one open file, since writing it takes as long as most of the tests.
    private static let shared = Result {
        let folder = try TemporaryFolder()
        return try withExtendedLifetime(folder) { try write(folder.path("a.fvz")) }
    }

    /// A trace with an event each millisecond on one of two pipelines, the first with a buffer that fills, drains and drops.
    static func file() throws -> TraceFile { try shared.get() }

    private static func write(_ path: String) throws -> TraceFile {
        let time = Atomic<UInt64>(0)
        let recorder = try Recorder(
            file: path, options: TraceFileOptions(size: 16 << 20), command: ["App"],
            clock: .custom { time.load(ordering: .relaxed) })
        let source = recorder.declareNode(.source, name: "source")
        let buffer = recorder.declareNode(.buffer, name: "buffer", capacity: 6)
        let sink = recorder.declareNode(.sink, name: "sink")
        let input = recorder.declareEdge(.link, label: "input", upstream: source, downstream: buffer)
        let store = recorder.declareEdge(.store, label: "store", upstream: buffer, downstream: buffer)
        let output = recorder.declareEdge(.link, label: "output", upstream: buffer, downstream: sink)
        let other = recorder.declareEdge(
            .link, label: "other", upstream: recorder.declareNode(.source, name: "other"),
            downstream: recorder.declareNode(.sink, name: "end"))
        for edge in [input, output, other] { recorder.record(.subscribed, on: edge) }
        for edge in [input, other] { recorder.record(.request, on: edge, demand: .unlimited) }
        var chance = SeededChance(seed: 7)
        var held: [String] = []
        for number in 0..<count {
            time.store(UInt64(number) * 1_000_000, ordering: .relaxed)
            let value = "value \(number), longer than fifteen bytes"
            // Fills for some seconds, then drains for some.
            let fills = number / 4_000 % 2 == 0
            switch Int.random(in: 0..<6, using: &chance) {
            case 0: recorder.record(.value, on: other, value: .int(number))
            case 1: recorder.record(.request, on: output, demand: .max(1))
            case 2: recorder.record(.value, on: input, value: .int(number))
            case 3 where fills && held.count < 6:
                held.append(value)
                recorder.record(.buffered, on: store, value: .string(value))
            case 4 where !held.isEmpty && !fills:
                recorder.record(.unbuffered, on: store, value: .string(held[0]))
                recorder.record(.value, on: output, value: .string(held.removeFirst()))
            case 5 where held.count == 6:
                recorder.record(.dropped, on: store, value: .string(held.removeFirst()), reason: .overflowOldest)
            default: recorder.record(.value, on: other, value: .bool(fills))
            }
        }
        recorder.close()
        return try TraceFile(path)
    }

    /// The frame after keys, as the loop draws it.
    private static func frame(_ replay: ProgramReplay, _ state: inout AppState) -> String {
        replay.refresh(&state)
        var surface = Surface(state.size)
        RootView(replay.screen(state)).draw(into: &surface)
        return TextOutput.render(surface)
    }

    private static func press(_ key: Key, _ replay: ProgramReplay, _ state: inout AppState) {
        replay.refresh(&state)
        for effect in Update.press(key, on: &state, facts: replay.facts) { _ = effect.perform(on: &state, .trace(replay)) }
    }

    @Test func `every moment looks as in a trace that is read at once, wherever one comes from`() throws {
        let file = try LongTraceTests.file()
        // The budget has room for half of the trace.
        let near = ProgramReplay(file, waits: true, within: MemoryBudget(bytes: 116 << 20))
        let replays = [near, ProgramReplay(file, firstLook: .max)]
        for replay in replays { replay.seek(Moment(time: replay.length, sequence: 0)) }
        #expect(replays.map(\.background) == [.nothing, .nothing])
        var states = replays.map { AppState(.program(), length: $0.length, size: Size(width: 100, height: 24)) }
        for place in states.indices {
            states[place].cell = 100_000_000
            states[place].program?.order = .held
        }
        var chance = SeededChance(seed: 3)
        let keys: [Key] = [
            .character("l"), .character("."), .character(","), .left, .right, .character("z"), .enter, .escape, .character("f"),
            .home, .end, .character("o"), .down,
        ]

        for round in 0..<60 {
            let jump = round % 4 == 0 ? UInt64.random(in: 0..<replays[0].length.nanoseconds, using: &chance) : nil
            let key = keys.randomElement(using: &chance) ?? .end
            let frames = replays.indices.map { place in
                if let jump {
                    states[place].playhead = nil
                    replays[place].seek(Moment(time: TraceTime(nanoseconds: jump), sequence: 0))
                } else {
                    LongTraceTests.press(key, replays[place], &states[place])
                    // The whole life of a pipeline does not fit the memory of the first.
                    if [.enter, .character("l")].contains(key) { states[place].cell = 100_000_000 }
                }
                return LongTraceTests.frame(replays[place], &states[place])
            }

            let isSame = frames[0] == frames[1]
            #expect(isSame, "round \(round), \(jump.map { "at \($0)" } ?? "\(key)")\n\(frames[0])\n\(frames[1])")
            if !isSame { return }
        }
    }

    @Test func `a cause and an effect are gone to alike, whatever the window`() throws {
        let file = try LongTraceTests.file()
        let replays = [ProgramReplay(file, waits: true), ProgramReplay(file, firstLook: .max)]
        var states = replays.map { AppState(.program(), length: $0.length, size: Size(width: 100, height: 24)) }
        let drops = JumpTests.drops(of: file).map(\.time)
        var moved = 0

        for time in stride(from: 0, to: drops.count, by: drops.count / 8).map({ drops[$0] }) {
            for (index, replay) in replays.enumerated() {
                (states[index].playhead, states[index].overlay, states[index].cell) = (nil, nil, 100_000_000)
                replay.seek(Moment(time: time, sequence: 0))
                if states[index].program?.opened == nil { _ = Effect.openChosen.perform(on: &states[index], .trace(replay)) }
            }
            for keys: [Key] in [[.character("w"), .home, .enter], [.character("w"), .end, .enter]] {
                let frames = replays.indices.map { index in
                    for key in keys { LongTraceTests.press(key, replays[index], &states[index]) }
                    return LongTraceTests.frame(replays[index], &states[index])
                }
                #expect(frames[0] == frames[1], "\(time)")
                if (states[0].playhead?.time ?? replays[0].now) != time { moved += 1 }
            }
        }

        #expect(moved > 8)
    }

    /// The frames of a pipeline that is opened at the end of a trace, from near to far, and in its past.
    private static func frames(of replay: ProgramReplay) -> [String] {
        var state = AppState(.program(), length: replay.length, size: Size(width: 100, height: 24))
        replay.seek(Moment(time: replay.length, sequence: 0))
        _ = frame(replay, &state)
        _ = Effect.openChosen.perform(on: &state, .trace(replay))
        var frames: [String] = []
        for playhead in [nil, 2, 45, 80] as [Double?] {
            state.playhead = playhead.map { Moment(time: TraceTime(seconds: $0), sequence: 0) }
            for cell in [100, 500, 1_000, 2_000] as [UInt64] {
                state.cell = cell * 1_000_000
                frames.append(frame(replay, &state))
            }
        }
        return frames
    }

    @Test func `a trace that memory has room for is drawn in full, however far one zooms out or goes back`() throws {
        let file = try LongTraceTests.file()
        let frames = [ProgramReplay(file, waits: true), ProgramReplay(file, firstLook: .max)].map(LongTraceTests.frames)

        for (near, whole) in zip(frames[0], frames[1]) { #expect(near == whole) }
        #expect(frames[0].count == 16 && !frames[0].contains { $0.contains("sums only") || $0.contains("not read") })
    }

    @Test func `a trace that is read in the background is drawn in full as soon as that is done`() throws {
        let file = try LongTraceTests.file()
        let replay = ProgramReplay(file, firstLook: 10)
        var state = AppState(.program(), length: replay.length, size: Size(width: 100, height: 24))
        state.cell = 1_000_000_000
        replay.indexer?.waitUntilMeasured()
        replay.judge?.wait()
        replay.seek(Moment(time: replay.length, sequence: 0))
        _ = LongTraceTests.frame(replay, &state)
        _ = Effect.openChosen.perform(on: &state, .trace(replay))
        state.cell = 1_000_000_000
        state.playhead = Moment(time: TraceTime(seconds: 10), sequence: 0)

        let early = LongTraceTests.frame(replay, &state)
        #expect(early.rows(with: " not read ").count == 1)
        replay.wide?.wait()
        while replay.background != .nothing { _ = LongTraceTests.frame(replay, &state) }

        let whole = ProgramReplay(file, firstLook: .max)
        whole.seek(Moment(time: whole.length, sequence: 0))
        var other = state
        whole.open(other.program?.opened)
        #expect(LongTraceTests.frame(replay, &state) == LongTraceTests.frame(whole, &other))
    }

    @Test func `while the past is shown, the present is a moment of the window too`() throws {
        let file = try LongTraceTests.file()
        let replay = ProgramReplay(file, waits: true, within: LongTraceTests.little)
        var state = AppState(.program(), length: replay.length, size: Size(width: 100, height: 24))
        replay.seek(Moment(time: TraceTime(seconds: 60), sequence: 0))
        _ = LongTraceTests.frame(replay, &state)
        _ = Effect.openChosen.perform(on: &state, .trace(replay))

        for playhead in [50, 10, 55, 59.99, 30] as [Double] {
            state.playhead = Moment(time: TraceTime(seconds: playhead), sequence: 0)
            _ = LongTraceTests.frame(replay, &state)
            let (timeline, now) = (replay.facts.timeline, replay.facts.now)
            #expect(now == timeline.moment(at: TraceTime(seconds: 60)) && now.sequence <= timeline.count, "\(playhead)")
            #expect(state.playhead.map { $0.sequence <= now.sequence } == true, "\(playhead)")
        }
    }

    @Test func `where memory has no room for all of a trace, the ruler says where there are only sums, or nothing yet`() throws {
        let file = try LongTraceTests.file()
        let replays = [ProgramReplay(file, waits: true, within: LongTraceTests.little), ProgramReplay(file, firstLook: .max)]
        let frames = replays.map(LongTraceTests.frames)

        // About 10 s fit into the window, and so do the 7 s of the nearest view.
        #expect(frames[0][0] == frames[1][0])
        let words = frames[0].map { frame in [" sums only ", " not read "].filter(frame.contains) }
        let (sums, ahead) = (" sums only ", " not read ")
        #expect(
            words == [
                [], [sums], [sums], [sums], [], [ahead], [ahead], [ahead], [], [ahead], [sums, ahead], [sums, ahead],
                [], [sums], [sums], [sums],
            ])
        // The values of a source and the level of a buffer, the second of two rows each.
        let tracks = frames.map { frames in
            let rows = frames[3].split(separator: "\n")
            return [rows[3], rows[5]].map { $0.dropFirst(9).prefix(46) }
        }
        let levels = tracks.map { $0[0].compactMap { Signs.unicode.bars.firstIndex(of: $0) } }
        #expect(levels[0].count == 45 && levels[1].count == 45)
        // Between two keyframes, the average is drawn, which may differ by a level.
        #expect(zip(levels[0], levels[1]).allSatisfy { abs($0 - $1) <= 1 }, "\(levels)")
    }

    @Test(arguments: [10, .max], [false, true]) func `a step past the last event stays at the end, and says so`(
        firstLook: Int, opensSecond: Bool
    ) throws {
        let file = try LongTraceTests.file()
        let replay = ProgramReplay(file, waits: true, firstLook: firstLook, within: LongTraceTests.little)
        var state = AppState(.program(), length: replay.length, size: Size(width: 100, height: 24))
        state.isFrozen = true
        var texts: [String] = []
        let ways: [Key] = opensSecond ? [.end, .down, .enter] : [.end, .enter]

        for key in ways + [.character(","), .character("."), .character("."), .character(".")] {
            LongTraceTests.press(key, replay, &state)
            _ = LongTraceTests.frame(replay, &state)
            #expect((state.playhead ?? replay.facts.now).time > TraceTime(nanoseconds: replay.length.nanoseconds - 1_000_000_000))
            texts.append(state.playhead == nil ? state.notice?.description ?? "end" : "past")
        }

        let end = "the run is over, and nothing more happens; , steps back"
        #expect(texts.suffix(4) == ["past", "end", end, end])
    }

    @Test(arguments: [false, true]) func `a look back reads as far ahead in one frame as in many`(opens: Bool) throws {
        let file = try LongTraceTests.file()
        let replay = ProgramReplay(file, waits: true, firstLook: 1_000, within: LongTraceTests.little)
        var state = AppState(.program(), length: replay.length, size: Size(width: 100, height: 24))
        replay.seek(Moment(time: TraceTime(seconds: 60), sequence: 0))
        if opens { _ = Effect.openChosen.perform(on: &state, .trace(replay)) }
        state.playhead = Moment(time: TraceTime(seconds: 20), sequence: 0)
        state.cell = 1_000_000_000

        let frames = (0..<5).map { _ in
            _ = LongTraceTests.frame(replay, &state)
            return [replay.trace.start.sequence, replay.trace.log.count]
        }

        #expect(Set(frames).count == 1, "\(frames)")
    }

    @Test func `End goes to the end as fast as the trace is read`() throws {
        let queue = DispatchQueue(label: "index")
        queue.suspend()
        let replay = ProgramReplay(try LongTraceTests.file(), firstLook: 10, indexingOn: queue)
        var state = AppState(.program(), length: replay.length, size: Size(width: 100, height: 24))
        let length = replay.length

        LongTraceTests.press(.end, replay, &state)
        replay.advance(by: 1_000_000_000)
        let early = LongTraceTests.frame(replay, &state)
        #expect(early.contains(", 4 % read") && replay.background == .gradual && replay.now < length)
        queue.resume()
        let indexer = try #require(replay.indexer)
        indexer.wait(for: length)
        replay.judge?.wait()
        let frame = LongTraceTests.frame(replay, &state)

        #expect(replay.now == length && replay.isOver)
        #expect(frame.contains("end of trace"))
        #expect(frame.rows(with: "% read") == [])
        indexer.waitUntilMeasured()
        _ = LongTraceTests.frame(replay, &state)
        replay.wide?.wait()
        _ = LongTraceTests.frame(replay, &state)
        #expect(replay.background == .nothing)
    }

    @Test func `the verdict of a moment far in a trace is told as soon as all before it is measured`() throws {
        let file = try LongTraceTests.file()
        let replay = ProgramReplay(file, firstLook: 10)
        let whole = ProgramReplay(file, firstLook: .max)
        let indexer = try #require(replay.indexer)
        let verdicts = [replay, whole].map { replay in
            var state = AppState(.program(), length: replay.length, size: Size(width: 100, height: 24))
            indexer.waitUntilMeasured()
            replay.seek(Moment(time: TraceTime(nanoseconds: replay.length.nanoseconds / 3 * 2), sequence: 0))
            _ = LongTraceTests.frame(replay, &state)
            _ = Effect.openChosen.perform(on: &state, .trace(replay))
            _ = LongTraceTests.frame(replay, &state)
            return replay.screen(state).panes[0].report
        }

        #expect(verdicts[0] != nil)
        #expect(verdicts[0]?.verdict.kind != .unknown)
        #expect(verdicts[0] == verdicts[1])
    }
}
