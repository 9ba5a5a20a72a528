import FlowAnalysis
import FlowModel
import FlowScenarios
import FlowScreen
import FlowSessions
import FlowSystem
import FlowTrace
import FlowViews

/// Replays a recorded run of a scenario: the present moves through events that are all known.
package final class Replay: Playable, ComparablePlayback, RecordedPlayback {
    package let name: String
    let plan: RunPlan
    /// The recording, and a rerun with other numbers if there is one.
    private(set) var streams: [StreamAnalysis]
    /// The index of the stream in focus, which keys and facts are about.
    private(set) var focus = 0
    /// The present in the stream in focus.
    private(set) var moment = Moment.start
    private var ends: [TraceTime]
    /// The numbers of the rerun.
    private var otherNumbers: Numbers?
    /// The rerun in progress; `nil` if there is none, or it has reached its end.
    private var rerun: Rerun?
    /// Notes on the gaps in the recording.
    private let notes: [String]

    /// A rerun of the recording's inputs with other numbers, in progress.
    private struct Rerun {
        let run: ScenarioRun
        let report: RunReport
        var inputs: ArraySlice<(time: TraceTime, control: Control)>
    }

    package init(_ file: TraceFile, of plan: RunPlan) {
        name = FileName.last(of: file.path)
        self.plan = plan
        var (log, gaps) = plan.events(of: file)
        // The header shows the number of missed records.
        gaps.missed = 0
        notes = Incompleteness.notes(of: gaps)
        var stream = StreamAnalysis(lanes: plan.lanes(of: log), derivesEvents: plan.derivesEvents)
        stream.update { $0 = log }
        streams = [stream]
        ends = [max(stream.model.end.time, file.endTime ?? .zero)]
        seek(.start)
    }

    package var now: TraceTime { moment.time }

    /// The model in focus.
    package var model: StreamModel { streams[focus].model }

    private var end: TraceTime { ends.max() ?? .zero }

    package var isOver: Bool { now >= end && moment.sequence == model.log.count }

    package var nextDeadline: TraceTime? { model.log[sequence: moment.sequence + 1]?.time }

    package var facts: RunFacts {
        RunFacts(timeline: model.log, stream: streams[focus], now: moment, isOver: isOver, recordedEnd: end)
    }

    /// The present of a run: the moment after its events so far.
    func moment(ofRun index: Int) -> Moment {
        index == focus ? moment : Moment(time: min(now, ends[index]), sequence: streams[index].model.moment(at: now).sequence)
    }

    /// The numbers of a run at the present: its initial numbers with later changes.
    func numbers(ofRun index: Int) -> Numbers {
        var numbers = index == 0 ? plan.choice.numbers : otherNumbers ?? plan.choice.numbers
        for (time, control) in plan.sends where time <= now {
            guard let value = Double(control.argument), numbers.values[control.name.rawValue] != nil else { continue }
            numbers[control.name.rawValue] = value
        }
        return numbers
    }

    package func advance(by nanoseconds: UInt64) { moment = model.moment(at: min(now + nanoseconds, end)) }

    package func stepOn() -> Bool {
        guard moment.sequence < model.log.count else { return false }
        moment = model.moment(ofEvent: moment.sequence + 1)
        return true
    }

    package func seek(_ moment: Moment) {
        // The start includes the events at time 0.
        self.moment = moment.time == .zero ? model.moment(at: .zero) : min(moment, model.moment(at: end))
    }

    // MARK: What if

    /// The last answer about the rerun.
    private(set) var lastAnswer: KeyText?

    package func compare(_ state: AppState) -> KeyText? {
        lastAnswer = startComparing(state)
        return lastAnswer
    }

    private func startComparing(_ state: AppState) -> KeyText? {
        guard state.whatIf?.numbers != otherNumbers else { return answer(state) }
        otherNumbers = state.whatIf?.numbers
        (streams, ends, rerun) = ([streams[0]], [ends[0]], otherNumbers.map { begin(plan.choice.with($0)) })
        return continueRerun(state)
    }

    /// Every frame continues a rerun until its end.
    package var background: Background { rerun == nil ? .nothing : .everyFrame }

    package func refresh(_ state: inout AppState) {
        guard rerun != nil else { return }
        lastAnswer = continueRerun(state)
        state.notice = lastAnswer
    }

    /// Starts a rerun of the recorded inputs with other numbers.
    private func begin(_ choice: Choice) -> Rerun {
        let run = ScenarioRun(choice)
        let limit = Replay.rerunLimit * streams[0].model.log.count + 10_000
        let report = RunReport(
            run: run, format: nil, isRealtime: false, output: StandardOutput(), endsWithSinks: choice.chain != nil, limit: limit)
        return Rerun(run: run, report: report, inputs: plan.sends[...])
    }

    /// The maximum number of events in a rerun, as a multiple of the recording's; a short recording gets some extra. The limit
    /// exists because a stranger may have chosen the numbers.
    private static let rerunLimit = 10

    /// Continues a rerun by one frame's allowance, and returns its progress or result.
    private func continueRerun(_ state: AppState) -> KeyText? {
        guard var rerun else { return answer(state) }
        var allowance = FrameAllowance()
        do {
            var isOver = false
            while !isOver, !allowance.isSpent {
                let before = rerun.report.eventCount
                isOver = try !rerun.report.goOn(&rerun.inputs, until: plan.end)
                allowance.spend(1 + rerun.report.eventCount - before)
            }
            self.rerun = isOver ? nil : rerun
            guard isOver else { return WhatIfWords.progress(rerun.run.now, of: plan.end ?? ends[0]) }
            if let problem = rerun.run.problem { throw problem }
            streams.append(rerun.report.stream)
            ends.append(rerun.report.end)
        } catch {
            self.rerun = nil
            return KeyText(String(describing: error))
        }
        return answer(state)
    }

    private func answer(_ state: AppState) -> KeyText? {
        focus = state.whatIf?.view == .changed ? streams.count - 1 : 0
        // Moves the present to the same time in the run in focus.
        moment = model.log[sequence: moment.sequence]?.time == now ? moment : model.moment(at: min(now, end))
        guard let whatIf = state.whatIf, streams.count > 1 else { return nil }
        return difference(at: nil).map { WhatIfWords.answer(plan.choice, whatIf, $0) }
    }

    /// The difference between the rerun and the recording at the moment shown, in words; `nil` without a rerun.
    func difference(at playhead: Moment?) -> String? {
        guard streams.count > 1 else { return nil }
        return WhatIfWords.difference(streams.map(\.model), at: playhead ?? moment, in: model)
    }

    /// The notice. If it is about the two runs, it is updated to the moment shown.
    func notice(_ state: AppState) -> KeyText? {
        guard let whatIf = state.whatIf, state.notice != nil, state.notice == lastAnswer else { return state.notice }
        return difference(at: state.playhead).map { WhatIfWords.answer(plan.choice, whatIf, $0) } ?? lastAnswer
    }

    package func screen(_ state: AppState) -> ScreenState {
        var screen = Scene.screen(state, self)
        screen.notes = notes
        return screen
    }
}

/// The playback for trace files: the screen of a scenario for its run, otherwise the pipelines of programs.
package enum RecordedSource {
    case run(Replay)
    case program(ProgramReplay)
    case programs(ReplayedPrograms)

    /// Reads a trace.
    ///
    /// - Parameter waits: Whether to wait for a moment that is not indexed yet.
    init(_ file: TraceFile, waits: Bool = false, within budget: MemoryBudget = .standard) {
        if let plan = RunPlan.recorded(in: file) {
            self = .run(Replay(file, of: plan))
        } else {
            self = .program(ProgramReplay(file, waits: waits, within: budget))
        }
    }

    /// Reads traces, at least one. Several traces must be of programs.
    ///
    /// - Throws: ``Failure`` if one of several is the run of a scenario.
    package init(_ files: [TraceFile], within budget: MemoryBudget = .standard) throws(Failure) {
        guard files.count > 1 else {
            self.init(files[0], within: budget)
            return
        }
        if let run = files.first(where: { RunPlan.recorded(in: $0) != nil }) {
            throw Failure("'\(run.path)' is the run of a scenario, which has its own clock; replay it alone")
        }
        self = .programs(ReplayedPrograms(files, within: budget))
    }

    package var playback: Playback {
        switch self {
        case .run(let replay): .recording(replay)
        case .program(let replay): .trace(replay)
        case .programs(let replay): .traces(replay)
        }
    }

    package func state(size: Size) -> AppState {
        switch self {
        case .run(let replay):
            var state = AppState(.recording(replay.plan.choice), size: size)
            state.selection = AppState.interestingLane(of: replay.plan.choice)
            return state
        case .program(let replay): return AppState(.program(), length: replay.length, size: size)
        case .programs(let replay):
            return AppState(.program(ProgramState(hasOthers: true)), length: replay.length, size: size)
        }
    }
}
