import Dispatch
import FlowAnalysis
import FlowModel
import FlowSessions
import FlowSystem
import FlowTrace
import FlowTry
import FlowVerdict
import FlowViews

/// Replays the trace of a program.
///
/// It reads only a window around the moment shown. A long trace is indexed in the background, so that any moment can be shown.
package final class ProgramReplay: SharedPlayback, RecordedPlayback {
    package let name: String
    package let process: Int32
    package let labels: [String]
    private let title: String
    private let lostFacts: Int
    private let forkNote: ForkNote?
    package var trace: ProgramTrace
    package private(set) var moment = Moment.start
    /// The present to set as soon as the trace is read that far.
    private var wanted: TraceTime?
    private var end: TraceTime
    /// `nil` if the first read reached the end of the trace.
    let indexer: TraceIndexer?
    private let waits: Bool
    private let budget: MemoryBudget
    /// Finds violations of the contract outside the window; `nil` if the window has the whole trace.
    let judge: RuleJudge?
    /// The state of the window when violations were last added to it.
    private var learned: [Int] = []
    /// A jump that waits for the judge.
    private var pending: (search: TraceSearch, direction: Direction, from: Moment)?
    /// A jump beyond the window that is still searching.
    private var scan: TraceScan?
    /// The target of a finished jump, until it can be shown.
    private var arrival: (moment: Moment, words: String)?
    /// A wider window while it is being read.
    private(set) var wide: WideWindow?
    /// Whether the window has only the events nearest to a moment, so that a wider one is needed.
    private var isNarrow: Bool
    /// Whether the present was the end of the trace when the window moved into the past.
    private var wasOver = false

    /// The time of the moment shown last.
    private var shown = TraceTime.zero

    /// The maximum number of records for a jump to search between two frames.
    private static let scanned = 1 << 14
    /// The number of records to read at once.
    private static let step = 4_096
    /// The number of events before the moment shown that an opened pipeline has immediately; the next frames add the rest of the window.
    private static let portion = 1 << 13

    /// Starts to read a trace.
    ///
    /// - Parameters:
    ///   - waits: Whether to wait for a moment that is not indexed yet; otherwise the nearest indexed moment is shown.
    ///   - firstLook: The number of records to read before the first frame. A shorter trace needs no index.
    ///   - budget: The memory for the window, and for keyframes: it decides their distance.
    ///   - queue: The queue that indexes a longer trace; by default a new thread does.
    init(
        _ file: TraceFile, waits: Bool = false, firstLook: Int = TraceIndex.firstLook, within budget: MemoryBudget = .standard,
        indexingOn queue: DispatchQueue? = nil
    ) {
        name = FileName.last(of: file.path)
        title = "\(file.name), process \(file.process)"
        process = file.process
        labels = [file.name, "\(file.name) \(file.process)", "\(file.name) \(file.process), \(name)"]
        lostFacts = file.lostFacts
        forkNote = ForkNote(of: file)
        self.waits = waits
        self.budget = budget
        trace = ProgramTrace(TraceFold(file, isMeasuring: true), within: budget)
        trace.read(limit: firstLook)
        let isReadToEnd = trace.isReadToEnd
        isNarrow = !isReadToEnd
        indexer = isReadToEnd ? nil : TraceIndexer(file, within: budget, isWaitedFor: waits, on: queue)
        judge = isReadToEnd ? nil : RuleJudge(file, isWaitedFor: waits)
        end = max(isReadToEnd ? trace.fold.end.time : file.lastTime, file.knownUntil ?? .zero)
        if file.isClosed || file.isAbandoned { trace.ending = (end, file.endTime == nil ? .brokenOff : .ended) }
    }

    var length: TraceTime { end }

    package var now: TraceTime { moment.time }

    /// Whether a requested moment has not been reached yet.
    var isWaiting: Bool { wanted != nil }

    /// Whether the window reaches to the end of the file.
    private var isReadToEnd: Bool { trace.isReadToEnd }

    package var isOver: Bool { now >= end && (isReadToEnd ? moment.sequence == trace.timeline.count : wasOver) }

    package var background: Background {
        if scan != nil { return .everyFrame }
        let isReading = isIndexing || isMeasuring || trace.isGrowing || wide != nil
        return isReading || isJudging && !waits || arrival != nil ? .gradual : .nothing
    }

    private var isJudging: Bool { judge.map { !$0.isDone } ?? false }

    private var isIndexing: Bool { indexer.map { !$0.isDone } ?? false }

    private var isMeasuring: Bool { indexer.map { !$0.isMeasured } ?? false }

    package var nextDeadline: TraceTime? { trace.timeline[sequence: moment.sequence + 1]?.time }

    package var facts: RunFacts {
        RunFacts(
            timeline: trace.timeline, stream: trace.opened?.stream ?? StreamAnalysis(lanes: []), now: moment, isOver: isOver,
            recordedEnd: end)
    }

    package func advance(by nanoseconds: UInt64) {
        if wanted == nil { show(min(now + nanoseconds, end)) }
    }

    package func stride() -> UInt64 {
        while trace.fold.end.time <= now, !isReadToEnd { readOn() }
        return isReadToEnd ? .max : trace.fold.end.time - now
    }

    package func stepOn() -> Bool {
        wanted = nil
        while moment.sequence >= trace.timeline.count, !isReadToEnd { readOn() }
        guard moment.sequence < trace.timeline.count else { return false }
        moment = trace.timeline.moment(ofEvent: moment.sequence + 1)
        return true
    }

    package func seek(_ moment: Moment) {
        let time = min(moment.time, end)
        show(time)
        wanted = time > reached ? time : nil
        if time == moment.time, wanted == nil { self.moment = settled(moment) }
    }

    package func refresh(_ state: inout AppState) {
        if trace.grow() { learned = [] }
        jumpOn(&state)
        if let wanted { seek(Moment(time: wanted, sequence: 0)) }
        let shown = state.playhead ?? moment
        self.shown = shown.time
        let width = UInt64(state.size.width) * state.cell
        // The rates of a near zoom need the events of their window too.
        let span = max(width, RateWindow.longest)
        cover(shown.time, from: TraceTime(nanoseconds: shown.time.nanoseconds > span ? shown.time.nanoseconds - span : 0))
        widen(around: shown.time)
        // Events after a moment in the past are drawn too, as ghosts.
        if state.playhead != nil { readOn(from: shown.time, to: min(now, shown.time + width)) }
        state.playhead = state.playhead.map(settled)
        moment = settled(moment)
        if waits { judge?.wait() }
        learn()
    }

    /// Adds the known violations to the window, once for each of its states.
    private func learn() {
        guard let violations = judge?.violations, !violations.isEmpty else { return }
        let state = [violations.count, trace.start.sequence, trace.timeline.count, Int(trace.opened?.id.edge.rawValue ?? 0)]
        guard state != learned else { return }
        learned = state
        trace.adopt(violations)
    }

    package func open(_ pipeline: PipelineID?) {
        // Folding all events of a wide window would delay the answer to a key. A new window opens the pipeline in the background.
        if pipeline != nil, !waits, !isNarrow, let indexer { move(to: min(shown, reached), from: shown, indexer.index) }
        wide = nil
        trace.open(pipeline, around: trace.log.moment(at: shown).sequence)
        learned = []
        moment = trace.timeline.moment(at: now)
    }

    package func line(rowsBelow step: Int, _ state: AppState) -> PipelineListing.Line? {
        ProgramScene.line(rowsBelow: step, state, &trace, now: moment)
    }

    package func screen(_ state: AppState) -> ScreenState {
        var screen = ProgramScene.screen(state, &trace, now: moment, isOver: isOver)
        screen.id = name
        screen.panes[0].known.end = isReadToEnd ? nil : trace.fold.end.time
        screen.title = isIndexing ? "\(title), \(progress) % read" : title
        screen.notes = notes
        return screen
    }

    package var notes: [String] {
        Incompleteness.notes(
            of: trace.fold.reconstruction, overwritten: trace.fold.overtaken, lostFacts: lostFacts,
            unreadable: trace.fold.unreadableChunks) + [forkNote?.words].compactMap(\.self)
    }

    // MARK: Jumps

    package func find(_ search: TraceSearch, _ direction: Direction, from moment: Moment) -> JumpOutcome {
        let isWhole = trace.firstKnown == 0 && isReadToEnd
        if search.filter == nil, !isWhole, isIndexing || isJudging {
            guard waits else {
                pending = (search, direction, moment)
                return .searching
            }
            indexer?.wait()
            judge?.wait()
        }
        let near = facts.find(named(search), direction, from: moment, isWhole: isWhole)
        guard case .none = near, !isWhole else { return near }
        guard direction == .next ? !isReadToEnd : trace.firstKnown > 0, let indexer else {
            return .none(SearchNavigation.nothing(search, direction))
        }
        return find(search, direction, beyondWindow: indexer)
    }

    private func find(_ search: TraceSearch, _ direction: Direction, beyondWindow indexer: TraceIndexer) -> JumpOutcome {
        let index = indexer.index
        let origin = direction == .next ? trace.fold.end.sequence : trace.firstKnown + 1
        if search.filter == nil {
            let violations = judge?.violations ?? []
            switch index.nearestAmiss(direction, of: origin, in: trace.opened?.id, indexer.drops, violations) {
            case .event(let moment):
                let (shown, words) = show(moment, foundBy: search)
                return .found(shown, words)
            case .none: return .none(SearchNavigation.nothing(broken(search), direction))
            case .near: break
            }
        }
        scan =
            switch direction {
            case .next: TraceScan(broken(search), in: trace.opened?.id, after: trace.fold)
            case .previous: TraceScan(broken(search), in: trace.opened?.id, before: origin, index)
            }
        return .searching
    }

    /// Adds the violations in the whole trace to a search for trouble.
    private func broken(_ search: TraceSearch) -> TraceSearch {
        var search = search
        if search.filter == nil { search.broken = Set(judge?.violations.map(\.sequence) ?? []) }
        return search
    }

    /// The search within the window. The lanes of a pipeline know their violations; the list needs the judge's, by the program's numbers.
    private func named(_ search: TraceSearch) -> TraceSearch { trace.opened == nil ? broken(search) : search }

    /// Continues a jump beyond the window, until a key is pressed.
    private func jumpOn(_ state: inout AppState) {
        guard state.isSearching else {
            (scan, arrival, pending) = (nil, nil, nil)
            return
        }
        if let pending {
            guard !isIndexing, !isJudging else { return }
            self.pending = nil
            state.isSearching = false
            return SearchNavigation.show(find(pending.search, pending.direction, from: pending.from), &state, .trace(self))
        }
        let direction = scan?.direction ?? .next
        switch scan?.step(limit: ProgramReplay.scanned) {
        case .found(let moment, let event)?: (scan, arrival) = (nil, (moment, event.words))
        case .more?: state.notice = SearchNavigation.progress(state.search, at: scan?.time ?? .zero, of: end)
        case .none?:
            scan = nil
            state.isSearching = false
            state.notice = SearchNavigation.nothing(state.search, direction)
        case nil: break
        }
        arrive(&state)
    }

    private func arrive(_ state: inout AppState) {
        guard let (moment, words) = arrival else { return }
        guard moment.time < reached || !isIndexing else {
            state.notice = SearchNavigation.progress(state.search, at: reached, of: end)
            return
        }
        arrival = nil
        state.isSearching = false
        let (shown, said) = show(moment, foundBy: state.search, words)
        SearchNavigation.arrive(at: shown, said, &state, .trace(self))
    }

    /// Moves the window to an event that a search has found.
    ///
    /// - Parameter words: The description of the event, if known.
    /// - Returns: Its moment in the window, and the message about it.
    private func show(_ moment: Moment, foundBy search: TraceSearch, _ words: String? = nil) -> (Moment, String) {
        cover(moment.time, from: moment.time)
        let own = trace.opened.map { $0.moment(ofProgramEvent: moment.sequence) } ?? trace.log.moment(ofEvent: moment.sequence)
        let shown = own ?? trace.timeline.moment(at: moment.time)
        let broken = judge?.violations.first { $0.sequence == moment.sequence && search.filter == nil }
        learn()
        let text = broken?.words ?? words ?? facts.words(ofEvent: shown.sequence)
        return (shown, facts.words(for: named(search), at: shown.sequence, isWhole: false, text))
    }

    // MARK: The window

    private func show(_ time: TraceTime) {
        cover(time, from: time)
        moment = trace.timeline.moment(at: min(time, reached))
    }

    /// The latest time that can be shown without reading everything before it.
    private var reached: TraceTime {
        guard let indexer, !indexer.isDone else { return end }
        return max(indexer.index.end.time, trace.fold.end.time)
    }

    /// Moves the window to `time`, with every event since `start` as far as they fit.
    private func cover(_ time: TraceTime, from start: TraceTime) {
        if let indexer {
            if waits { indexer.wait(for: time) }
            let index = indexer.index
            let isBefore = trace.start != .start && trace.start.time >= time
            let isBeyond = index.keyframe(at: time, from: time, reach: 0).end.sequence > trace.fold.end.sequence
            let isMeasuredNow = !trace.isMeasured && indexer.isMeasured
            if isBefore || isBeyond || isMeasuredNow { move(to: min(time, reached), from: start, index) }
            if trace.knownSince > start { recall(from: start, around: time, index) }
            if indexer.isDone { end = max(trace.fold.end.time, end) }
        }
        while trace.fold.end.time <= time, !isReadToEnd, time <= reached { readOn() }
    }

    private func move(to time: TraceTime, from start: TraceTime, _ index: TraceIndex) {
        let keyframe = index.keyframe(at: time, from: start, reach: TraceIndex.reach)
        var near = window(at: keyframe, from: start, index)
        while near.fold.end.time <= time, !near.isReadToEnd { near.read(limit: ProgramReplay.step) }
        show(near, around: time)
        (isNarrow, wide) = (true, nil)
    }

    private func window(at keyframe: TraceFold, from start: TraceTime, _ index: TraceIndex) -> ProgramTrace {
        ProgramTrace(
            keyframe, past: index.moments(from: start, upTo: keyframe.end.sequence), within: budget,
            portion: waits ? nil : ProgramReplay.portion)
    }

    private func show(_ window: ProgramTrace, around time: TraceTime) {
        wasOver = isOver
        let (opened, ending) = (trace.opened?.id, trace.ending)
        trace = window
        trace.ending = ending
        if trace.opened?.id != opened { trace.open(opened, around: trace.log.moment(at: time).sequence) }
        learned = []
    }

    private func recall(from start: TraceTime, around time: TraceTime, _ index: TraceIndex) {
        trace.recall(index.moments(from: start, upTo: trace.start.sequence), around: trace.log.moment(at: time).sequence)
        learned = []
    }

    /// Replaces a narrow window by one with as many events as the budget allows, as soon as it is read.
    private func widen(around time: TraceTime) {
        if isNarrow, wide == nil, let indexer {
            if waits { indexer.wait() }
            if indexer.isDone, indexer.isMeasured { wide = wideWindow(around: time, indexer.index) }
        }
        if waits { wide?.wait() }
        guard let known = wide?.trace else { return }
        (isNarrow, wide) = (false, nil)
        // The moment shown may have left the new window by now.
        guard known.start.time < time || known.start == .start, known.fold.end.time > time || known.isReadToEnd else { return }
        show(known, around: time)
    }

    private func wideWindow(around time: TraceTime, _ index: TraceIndex) -> WideWindow {
        let room = ProgramTrace.room(within: budget)
        let shown = trace.log.moment(at: time).sequence
        let first = max(0, min(shown - room / 2, index.end.sequence - room))
        let keyframe = index.keyframe(upTo: first)
        let start = window(at: keyframe, from: min(trace.knownSince, keyframe.end.time), index)
        return WideWindow(start, until: first + room, opening: trace.opened?.id, isWaitedFor: waits)
    }

    /// Reads on from one time to another, within a limit. Repeated calls for the same times cost nothing more.
    private func readOn(from start: TraceTime, to time: TraceTime) {
        let last = trace.log.moment(at: start).sequence + TraceIndex.reach
        while trace.fold.end.time <= time, trace.fold.end.sequence < last, !isReadToEnd { readOn() }
    }

    private func readOn() { trace.read(limit: ProgramReplay.step) }

    /// The moment with its sequence in the window.
    private func settled(_ moment: Moment) -> Moment {
        if trace.timeline[sequence: moment.sequence]?.time == moment.time { return moment }
        return trace.timeline.moment(at: moment.time)
    }

    private var progress: UInt64 { min(99, reached.nanoseconds / max(1, end.nanoseconds / 100)) }
}
