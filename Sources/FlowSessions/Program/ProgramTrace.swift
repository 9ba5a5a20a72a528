import FlowAnalysis
import FlowGraph
import FlowModel
import FlowTrace
import FlowVerdict

/// What is known of a traced program around the moment shown: its events, its pipelines, and the one that is opened.
///
/// A window on the trace: it grows at its end as the trace is read, and forgets its beginning before it grows too large.
package struct ProgramTrace {
    /// All that was read; its log is the window.
    package private(set) var fold: TraceFold
    package private(set) var opened: PipelineModel?
    /// The opened pipeline with all events of the window, until it has been folded as far as ``opened``, which knows only the newest.
    private var growing: PipelineModel?
    /// Up to which event of the program ``grow()`` folded what was new, beside the past.
    private var grown = 0
    /// Counted up to the moment that was shown last.
    private(set) var pipelines: Pipelines
    /// The program at moments before the window, the last where it begins; empty where it begins with the trace.
    private var past: [Pipelines]
    /// Pipelines as they were counted while reading, so that going back does not begin at the start.
    private var counted: [Pipelines] = []

    /// Where the program's streams are held back; `nil` if what came before the window is not measured yet.
    private var flow: PipelineHistory?
    /// What was measured up to the past moment that was shown last.
    private var measured: (sequence: Int, meter: UtilizationMeter)?

    /// The last reports on the present of large pipelines: judging those for every frame would cost more than the rest of it.
    private var largeReports: [PipelineID: PipelineReport] = [:]
    /// A pipeline with this many stages is judged only twice a second.
    private static let large = 256
    private static let judgedEvery: UInt64 = 500_000_000

    /// The most events that the window holds.
    private var limit: Int
    /// About how many bytes the program at earlier moments may take.
    private var room: Int
    /// How many events before the moment shown an opened pipeline begins with, and how many more it gets in each call of ``grow()``; `nil`
    /// if it has all of the window at once.
    private let portion: Int?
    private static let distance = 8_192
    /// Whether the file had no more records than were asked for when it was read last.
    package private(set) var isReadToEnd = false

    /// When the first event happened that a ring had not overwritten; `nil` before the first.
    private var recordedSince: TraceTime?

    /// Begins where a fold has got to, with the program as it was at some moments until there.
    ///
    /// - Parameters:
    ///   - limit: The most events that the window holds; by default as many as the budget allows.
    ///   - portion: How many events before the moment shown an opened pipeline begins with; all of the window if `nil`.
    package init(
        _ fold: TraceFold = TraceFold(isMeasuring: true), past: [Pipelines] = [], within budget: MemoryBudget = .standard,
        limit: Int? = nil, portion: Int? = nil
    ) {
        self.limit = limit ?? budget.events
        room = budget.past
        self.portion = portion
        self.fold = fold
        self.past = past
        pipelines = fold.pipelines
        if let meter = self.fold.detachMeter() { flow = PipelineHistory(meter, after: fold.end.sequence) }
    }

    /// How many events a window can be given before it forgets any.
    package static func room(within budget: MemoryBudget) -> Int { budget.events - distance }

    /// Keeps to another budget from now on: with a smaller one, the oldest events are forgotten at once.
    package mutating func keep(within budget: MemoryBudget) {
        (limit, room) = (budget.events, budget.past)
        var count = Int.max
        while log.entries.count > limit, log.entries.count < count {
            count = log.entries.count
            slide()
        }
    }

    /// The events of the program that are known.
    package var log: TraceLog { fold.reconstruction.log }

    /// The events that steps go through: those of the opened pipeline, or all.
    package var timeline: TraceLog { opened?.model.log ?? log }

    /// When the window begins.
    package var start: Moment { past.last.map { Moment(time: $0.time, sequence: $0.sequence) } ?? .start }

    /// After which event of the program the timeline begins.
    package var firstKnown: Int { opened?.start ?? start.sequence }

    /// Since when the events of the timeline are known one by one, and whether there are sums of what came before.
    package var knownStart: (TraceTime, hasSums: Bool) {
        let start = opened?.startTime ?? start.time
        return start == .zero ? (recordedSince ?? .zero, false) : (start, true)
    }

    /// Since when at least the shape of what happened is known.
    package var knownSince: TraceTime { past.first?.time ?? .zero }

    // MARK: Reading

    /// Reads what comes next in the trace file, at most `limit` records, and returns how many there were.
    @discardableResult
    package mutating func read(limit: Int = .max, until horizon: UInt64 = .max) -> Int {
        var count = 0
        while count < limit {
            let wanted = min(limit - count, ProgramTrace.distance)
            let read = fold.read(limit: wanted, until: horizon)
            count += read
            recordCounts()
            isReadToEnd = read < wanted
            if isReadToEnd { break }
        }
        follow()
        return count
    }

    /// Folds what `read` appends.
    mutating func update(_ read: (inout Reconstruction) -> Void) {
        fold.update(read)
        recordCounts()
        follow()
    }

    private mutating func recordCounts() {
        let log = log
        if recordedSince == nil, let first = log.entries.first { recordedSince = fold.overtaken > 0 ? first.time : .zero }
        flow?.update(from: log)
        guard fold.end.sequence - (counted.last?.sequence ?? start.sequence) >= ProgramTrace.distance else { return }
        counted.append(fold.pipelines)
        if log.entries.count > limit { slide() }
    }

    /// Forgets the older half.
    private mutating func slide() {
        let middle = log.forgotten + log.entries.count / 2
        let index = counted.partitioningIndex { $0.sequence > middle }
        guard index > 0 else { return }
        past = thinned(past + counted[..<index])
        counted.removeFirst(index)
        let begin = start.sequence
        fold.forget(upTo: begin)
        flow?.forget(upTo: begin)
        if pipelines.sequence < start.sequence { pipelines = past[past.count - 1] }
        guard let opened else { return }
        // What has not grown up meanwhile never would.
        if portion == nil || growing != nil || opened.known < begin { beginOpened(opened.id) } else { growInto(opened.id) }
    }

    /// As many as have room, the first and the last among them.
    private func thinned(_ moments: [Pipelines]) -> [Pipelines] {
        let room = min(256, max(2, room / fold.weight))
        guard moments.count > room else { return moments }
        return moments.indices.filter { $0 == 0 || (moments.count - 1 - $0) % 2 == 0 }.map { moments[$0] }
    }

    private mutating func follow() {
        guard opened != nil else { return }
        let log = log
        // The graph is that of all facts, whatever the moment that totals are counted up to.
        pipelines.update(from: log, upTo: pipelines.sequence)
        opened?.update(from: log, in: &pipelines)
    }

    /// Whether the opened pipeline has not all events of the window yet.
    package var isGrowing: Bool { growing != nil }

    /// Folds more of the opened pipeline's past; returns whether that was the last of it.
    ///
    /// - Complexity: O(a portion).
    @discardableResult
    package mutating func grow() -> Bool {
        guard var growing, let portion else { return false }
        self.growing = nil
        growing.update(from: log, in: &pipelines, limit: portion + log.count - grown)
        grown = log.count
        if growing.known < grown { self.growing = growing } else { opened = growing }
        return self.growing == nil
    }

    private mutating func growInto(_ id: PipelineID) {
        growing = PipelineModel(id, past: past)
        grown = log.count
    }

    /// Learns of the program at moments before those that are known.
    package mutating func recall(_ earlier: [Pipelines], around sequence: Int) {
        guard let first = past.first else { return }
        past = thinned(earlier.filter { $0.sequence < first.sequence } + past)
        open(opened?.id, around: sequence)
    }

    // MARK: Looking

    /// Adds violations from before the window; one that begins with the trace sees them by itself.
    package mutating func adopt(_ violations: [Violation]) {
        if start != .start { opened?.adopt(violations) }
    }

    /// - Parameter sequence: The event of the program around which it is shown first; the present if `nil`. What is long before comes in
    ///   portions.
    package mutating func open(_ id: PipelineID?, around sequence: Int? = nil) {
        (opened, growing) = (nil, nil)
        if let id { beginOpened(id, around: sequence) }
        follow()
    }

    private mutating func beginOpened(_ id: PipelineID, around sequence: Int? = nil) {
        let shown = min(sequence ?? .max, log.count)
        let older = portion.map { portion in counted.prefix { $0.sequence + portion <= shown } } ?? []
        opened = PipelineModel(id, past: past + older)
        growing = nil
        if !older.isEmpty { growInto(id) }
    }

    /// Opens the pipeline of an event, and returns the event's moment in it; `nil` if it is not in the window.
    package mutating func open(pipelineOf sequence: Int) -> Moment? {
        var pipelines = fold.pipelines
        guard let entry = log[sequence: sequence], let id = pipelines.pipeline(of: entry.edge) else { return nil }
        open(id)
        return opened?.moment(ofProgramEvent: sequence)
    }

    /// The pipelines in the order of the list at a moment of the window.
    package mutating func ids(_ state: ProgramState, at moment: Moment) -> [PipelineID] {
        count(upTo: moment.sequence)
        return pipelines.ids(by: state.order, matching: state.filter, in: log)
    }

    /// What the list is sorted by, of a pipeline at the moment that was counted last.
    package mutating func weight(of id: PipelineID, by order: PipelineOrder) -> (Int, Int, Int) {
        pipelines.weight(of: id, by: order)
    }

    /// How many pipelines there are at the moment that was counted last.
    package var count: Int { pipelines.count }

    /// The row of a pipeline at the moment that was counted last.
    package mutating func summary(of id: PipelineID, at moment: Moment) -> PipelineSummary? {
        pipelines.summary(of: id, at: moment.time, in: log)
    }

    /// Where a pipeline of the list is held back; `nil` if that is not known.
    package mutating func verdict(of id: PipelineID, at moment: Moment) -> Verdict? { report(of: id, at: moment)?.verdict }

    /// The report on the opened pipeline at one of its moments; `nil` before its first event.
    package mutating func openedReport(at moment: Moment) -> PipelineReport? {
        guard let opened, moment.sequence > 0 else { return nil }
        let isPresent = moment.sequence == timeline.count
        let sequence = isPresent ? log.count : opened.programEvent(of: moment.sequence)
        return report(of: opened.id, at: Moment(time: moment.time, sequence: sequence))
            ?? PipelineReport(at: moment.time, missing: .measures(before: start.time))
    }

    /// Whether verdicts are known.
    package var isMeasured: Bool { flow != nil }

    /// The report on a pipeline at a moment of the program; `nil` if what came before is not measured.
    private mutating func report(of id: PipelineID, at moment: Moment) -> PipelineReport? {
        let isPresent = moment.sequence >= log.count
        if isPresent, let known = largeReports[id], moment.time >= known.time, moment.time - known.time < ProgramTrace.judgedEvery
        {
            return known
        }
        guard let meter = meter(after: moment.sequence) else { return nil }
        let report = meter.report(of: pipelines.edges(of: id), at: moment.time, in: log)
        if isPresent, report.stages.count > ProgramTrace.large { largeReports[id] = report }
        return report
    }

    private mutating func meter(after sequence: Int) -> UtilizationMeter? {
        if let measured, measured.sequence == sequence { return measured.meter }
        let meter = flow?.meter(after: sequence, in: log)
        // A copy of the present would have to be made anew with every event.
        measured = sequence < log.count ? meter.map { (sequence, $0) } : nil
        return meter
    }

    /// The name by which the list has a pipeline, which may have grown together with an older one.
    package mutating func listed(_ id: PipelineID) -> PipelineID? { pipelines.pipeline(of: id.edge) }

    /// The index in a list of a pipeline.
    package mutating func index(of id: PipelineID?, in ids: [PipelineID]) -> Int {
        id.flatMap { listed($0) }.flatMap { ids.firstIndex(of: $0) } ?? 0
    }

    private mutating func count(upTo sequence: Int) {
        let near = counted.partitioningIndex { $0.sequence > sequence }
        let known = near > 0 ? counted[near - 1] : past.last ?? Pipelines()
        let isFar = known.sequence - pipelines.sequence > ProgramTrace.distance
        if sequence < pipelines.sequence || isFar { pipelines = known }
        pipelines.update(from: log, upTo: sequence)
    }
}
