import FlowModel
import FlowScenarios
import FlowTrace
import FlowViews

/// A recorded run of a scenario, played again: the present moves through what is known already.
final class Replay: Playback {
    let name: String
    /// What was run.
    let plan: RunPlan
    /// All of the recording.
    let model: StreamModel
    private(set) var moment = Moment.start
    private let end: TraceTime
    /// What the recording does not have.
    private let notes: [String]

    /// Reads the recording of a run.
    init(_ file: TraceFile, of plan: RunPlan) {
        name = FileName.last(of: file.path)
        self.plan = plan
        var log = TraceLog()
        var gaps = file.read(into: &log)
        // The header counts them.
        gaps.missed = 0
        notes = Incompleteness.notes(of: gaps)
        var model = StreamModel(lanes: plan.choice.variantValue.lanes)
        model.update { $0 = log }
        self.model = model
        end = max(model.end.time, file.endTime ?? .zero)
        seek(.start)
    }

    var now: TraceTime { moment.time }

    var isOver: Bool { now >= end && moment.sequence == model.log.count }

    var nextDeadline: TraceTime? {
        model.log[sequence: moment.sequence + 1]?.time
    }

    var facts: RunFacts {
        RunFacts(timeline: model.log, model: model, now: moment, isOver: isOver, recordedEnd: end)
    }

    /// The numbers at the present: those at the start, and what was changed since.
    var numbers: Numbers {
        var numbers = plan.choice.numbers
        for (time, control) in plan.sends where time <= now {
            guard let value = Double(control.argument), numbers.values[control.name.rawValue] != nil else { continue }
            numbers[control.name.rawValue] = value
        }
        return numbers
    }

    func advance(by nanoseconds: UInt64) {
        moment = model.moment(at: min(now + nanoseconds, end))
    }

    func stepOn() -> Bool {
        guard moment.sequence < model.log.count else { return false }
        moment = model.moment(ofEvent: moment.sequence + 1)
        return true
    }

    func seek(_ moment: Moment) {
        // At the start stands what a run does before any time has passed.
        self.moment = moment.time == .zero ? model.moment(at: .zero) : min(moment, model.moment(at: end))
    }

    func screen(_ state: AppState) -> ScreenState {
        var screen = Scene.screen(state, self)
        screen.notes = notes
        return screen
    }
}
