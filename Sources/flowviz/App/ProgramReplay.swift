import FlowModel
import FlowTrace
import FlowViews

/// The trace of a program, played again.
final class ProgramReplay: Playback {
    let name: String
    private let title: String
    private let overwritten: Int
    private let lostFacts: Int
    private let unreadable: Int
    private var trace = ProgramTrace()
    private var moment = Moment.start
    private let end: TraceTime

    /// Reads a trace.
    init(_ file: TraceFile) {
        name = FileName.last(of: file.path)
        title = "\(file.name), process \(file.process)"
        lostFacts = file.lostFacts
        var cursor = TraceCursor(file)
        trace.read(&cursor)
        overwritten = cursor.overtaken
        unreadable = cursor.unreadableChunks
        end = max(trace.log.end.time, file.endTime ?? .zero)
    }

    /// How long the trace is.
    var length: TraceTime { end }

    var now: TraceTime { moment.time }

    var isOver: Bool { now >= end && moment.sequence == trace.timeline.entries.count }

    var nextDeadline: TraceTime? {
        trace.timeline[sequence: moment.sequence + 1]?.time
    }

    var facts: RunFacts {
        RunFacts(
            timeline: trace.timeline, model: trace.opened?.model ?? StreamModel(lanes: []), now: moment, isOver: isOver,
            recordedEnd: end)
    }

    func advance(by nanoseconds: UInt64) {
        moment = trace.timeline.moment(at: min(now + nanoseconds, end))
    }

    func stepOn() -> Bool {
        guard moment.sequence < trace.timeline.entries.count else { return false }
        moment = trace.timeline.moment(ofEvent: moment.sequence + 1)
        return true
    }

    func seek(_ moment: Moment) {
        self.moment = min(moment, trace.timeline.moment(at: end))
    }

    func open(_ pipeline: PipelineID?) {
        trace.open(pipeline)
        moment = trace.timeline.moment(at: now)
    }

    func choose(_ step: Int, _ state: AppState) -> PipelineID? {
        ProgramScene.choose(step, state, &trace, now: moment)
    }

    func screen(_ state: AppState) -> ScreenState {
        var screen = ProgramScene.screen(state, &trace, now: moment, isOver: isOver)
        screen.id = name
        screen.title = title
        screen.notes = Incompleteness.notes(
            of: trace.reconstruction, overwritten: overwritten, lostFacts: lostFacts, unreadable: unreadable)
        return screen
    }
}
