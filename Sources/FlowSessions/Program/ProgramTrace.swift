import FlowAnalysis
import FlowGraph
import FlowModel
import FlowTrace
import FlowVerdict

/// The known part of a traced program around the moment shown: its events, its pipelines, and the opened pipeline.
///
/// It is a window on the trace. Reading extends its end, and its beginning is forgotten before it grows too large.
package struct ProgramTrace {
    /// The fold over all records read; its log is the window.
    package private(set) var fold: TraceFold
    package private(set) var opened: PipelineModel?
    /// The opened pipeline with all events of the window, while it is being folded. Until it is complete, ``opened`` has only the newest
    /// events.
    private var growing: PipelineModel?
    /// The newest event of the program at the last call of ``grow()``, which ``growing`` must reach.
    private var growTarget = 0
    /// The pipelines with counts up to the moment shown last.
    private(set) var pipelines: Pipelines
    /// Snapshots of the pipelines from before the window, the last at its beginning; empty if the window begins with the trace.
    private var past: [Pipelines]
    /// Counts saved while reading, so that going back need not recount from the start.
    private var counted: [Pipelines] = []

    /// The data for verdicts; `nil` while the trace before the window has not been measured.
    private var meters: FoldHistory<UtilizationMeter>?
    /// The meter at the past moment shown last.
    private var measured: (sequence: Int, meter: UtilizationMeter)?

    /// The pipeline previewed last.
    private var preview: PipelineModel?
    /// The number of previews begun, each of which reads a pipeline's events anew.
    package private(set) var previewsBegun = 0
    /// The rows of the list at the moment listed last.
    private var listed: ListedRows?

    /// The last reports on large pipelines at the present. Judging these for every frame would cost more than the rest of the frame.
    private var largeReports: [PipelineID: PipelineReport] = [:]

    /// The last moment of the program and how it ended; `nil` while it runs. At that moment and later, reports are in the past tense.
    package var ending: (time: TraceTime, state: ProgramEnd)? {
        didSet { (listed, largeReports) = (nil, [:]) }
    }
    /// A pipeline with at least this many stages is judged only twice a second.
    private static let large = 256
    fileprivate static let judgedEvery: UInt64 = 500_000_000

    /// The maximum number of events in the window.
    private var limit: Int
    /// The approximate limit of ``past``, in bytes.
    private var pastLimit: Int
    /// An opened pipeline first has this many events before the moment shown, and each call of ``grow()`` adds as many; `nil`
    /// folds the whole window at once.
    private let portion: Int?
    /// The least number of events between two saved counts.
    private static let leastCountInterval = 8_192
    /// Whether the last read reached the end of the file.
    package private(set) var isReadToEnd = false

    /// The time of the oldest event that a ring had not overwritten; `nil` before the first event.
    private var recordedSince: TraceTime?

    /// Makes a window that begins at the end of `fold`.
    ///
    /// - Parameters:
    ///   - past: Snapshots of the pipelines at earlier moments.
    ///   - limit: The maximum number of events in the window; by default as many as the budget allows.
    ///   - portion: The number of events that an opened pipeline first has before the moment shown; `nil` for the whole window.
    package init(
        _ fold: TraceFold = TraceFold(isMeasuring: true), past: [Pipelines] = [], within budget: MemoryBudget = .standard,
        limit: Int? = nil, portion: Int? = nil
    ) {
        self.limit = limit ?? budget.events
        pastLimit = budget.past
        self.portion = portion
        self.fold = fold
        self.past = past
        pipelines = fold.pipelines
        if let meter = self.fold.detachMeter() { meters = FoldHistory(meter, after: fold.end.sequence) }
    }

    /// The number of events that a window takes before it forgets any.
    package static func room(within budget: MemoryBudget) -> Int { budget.events - leastCountInterval }

    /// The number of events between two saved counts. A copy of the counts of many subscriptions takes longer than reading some thousand
    /// events, so there are a few copies for a window then.
    private var countInterval: Int { max(ProgramTrace.leastCountInterval, min(4 * log.edges.count, limit / 4)) }

    /// Changes the budget. A smaller one forgets the oldest events immediately.
    package mutating func setBudget(_ budget: MemoryBudget) {
        (limit, pastLimit) = (budget.events, budget.past)
        var count = Int.max
        while log.entries.count > limit, log.entries.count < count {
            count = log.entries.count
            slide()
        }
    }

    /// The events of the window.
    package var log: TraceLog { fold.reconstruction.log }

    /// The events for stepping: those of the opened pipeline, or all.
    package var timeline: TraceLog { opened?.model.log ?? log }

    /// The beginning of the window.
    package var start: Moment { past.last.map { Moment(time: $0.time, sequence: $0.sequence) } ?? .start }

    /// The sequence of the program's event after which the timeline begins.
    package var firstKnown: Int { opened?.start ?? start.sequence }

    /// The time from which the timeline has every event, and whether totals of earlier events exist.
    package var knownStart: (TraceTime, hasSums: Bool) {
        let start = opened?.startTime ?? start.time
        return start == .zero ? (recordedSince ?? .zero, false) : (start, true)
    }

    /// The time from which at least totals are known.
    package var knownSince: TraceTime { past.first?.time ?? .zero }

    // MARK: Reading

    /// Reads the next records of the trace file, at most `limit`, and returns their number.
    @discardableResult
    package mutating func read(limit: Int = .max, until horizon: UInt64 = .max) -> Int {
        var count = 0
        while count < limit {
            let wanted = min(limit - count, ProgramTrace.leastCountInterval)
            let read = fold.read(limit: wanted, until: horizon)
            count += read
            recordCounts()
            isReadToEnd = read < wanted
            if isReadToEnd { break }
        }
        updateOpened()
        return count
    }

    /// Folds the records that `read` appends.
    mutating func update(_ read: (inout Reconstruction) -> Void) {
        fold.update(read)
        recordCounts()
        updateOpened()
    }

    private mutating func recordCounts() {
        let log = log
        if recordedSince == nil, let first = log.entries.first { recordedSince = fold.overtaken > 0 ? first.time : .zero }
        meters?.update(from: log)
        guard fold.end.sequence - (counted.last?.sequence ?? start.sequence) >= countInterval else { return }
        counted.append(fold.pipelines)
        if log.entries.count > limit { slide() }
    }

    /// Forgets the older half of the window.
    private mutating func slide() {
        let middle = log.forgotten + log.entries.count / 2
        let index = counted.partitioningIndex { $0.sequence > middle }
        guard index > 0 else { return }
        past = thinned(past + counted[..<index])
        counted.removeFirst(index)
        let begin = start.sequence
        fold.forget(upTo: begin)
        meters?.forget(upTo: begin)
        if pipelines.sequence < start.sequence { pipelines = past[past.count - 1] }
        guard let opened else { return }
        // A pipeline that has not caught up by now never will.
        if portion == nil || growing != nil || opened.known < begin { beginOpened(opened.id) } else { growInto(opened.id) }
    }

    /// As many of the moments as fit, including the first and the last.
    private func thinned(_ moments: [Pipelines]) -> [Pipelines] {
        let kept = min(256, max(2, pastLimit / fold.weight))
        guard moments.count > kept else { return moments }
        return moments.indices.filter { $0 == 0 || (moments.count - 1 - $0) % 2 == 0 }.map { moments[$0] }
    }

    private mutating func updateOpened() {
        guard opened != nil else { return }
        let log = log
        // The graph always includes all facts, even when totals are counted only up to an earlier moment.
        pipelines.update(from: log, upTo: pipelines.sequence)
        opened?.update(from: log, in: &pipelines)
    }

    /// Whether the opened pipeline still lacks events of the window.
    package var isGrowing: Bool { growing != nil }

    /// Folds one more portion of the opened pipeline's past, and returns whether it was the last.
    ///
    /// - Complexity: O(*n*) in the size of a portion.
    @discardableResult
    package mutating func grow() -> Bool {
        guard var growing, let portion else { return false }
        self.growing = nil
        growing.update(from: log, in: &pipelines, limit: portion + log.count - growTarget)
        growTarget = log.count
        if growing.known < growTarget { self.growing = growing } else { opened = growing }
        return self.growing == nil
    }

    private mutating func growInto(_ id: PipelineID) {
        growing = PipelineModel(id, past: past)
        growTarget = log.count
    }

    /// Adds snapshots of the pipelines from before the known ones.
    package mutating func recall(_ earlier: [Pipelines], around sequence: Int) {
        guard let first = past.first else { return }
        past = thinned(earlier.filter { $0.sequence < first.sequence } + past)
        open(opened?.id, around: sequence)
    }

    // MARK: Preview

    /// The most events that a preview reads at once; earlier ones have only totals.
    private static let previewed = 1 << 16
    /// The same for a program whose events fill the window within ten seconds, so that each preview is soon begun anew.
    private static let previewedOfMany = 1 << 13

    /// The model of a pipeline for a preview beside the list, with its events in a time, or the last of them, and with some later ones.
    ///
    /// - Parameters:
    ///   - end: The end of the time to show.
    ///   - last: The last event to read, such as the cancel of an upstream. Events long after the end are left out.
    /// - Complexity: O(the new events); for another pipeline, and whenever the window has forgotten the beginning, O(the events in the time),
    ///   at most some 70,000.
    package mutating func preview(of id: PipelineID, since begin: TraceTime, until end: TraceTime, through last: TraceTime)
        -> PipelineModel
    {
        let log = log
        let shown = log.moment(at: end).sequence
        let isFast = start.sequence > 0 && log.end.time - start.time < 10_000_000_000
        let most = isFast ? ProgramTrace.previewedOfMany : ProgramTrace.previewed
        let target = max(shown, min(log.moment(at: last).sequence, shown + most))
        let older = past + counted.prefix { $0.time < begin || $0.sequence + most <= shown }
        // The known model does if a new one would begin no earlier.
        let known = preview.flatMap { known in
            let isEnough = known.startTime <= begin || known.start <= older.last?.sequence ?? 0
            return known.id == id && known.start >= start.sequence && isEnough ? known : nil
        }
        preview = nil
        previewsBegun += known == nil ? 1 : 0
        var model = known ?? PipelineModel(id, past: older)
        pipelines.update(from: log, upTo: pipelines.sequence)
        repeat {
            model.update(from: log, in: &pipelines, limit: max(0, target - model.known))
        } while model.known < target
        preview = model
        return model
    }

    // MARK: Looking

    /// The recorded stacks of a lane of the opened pipeline.
    package func stacks(ofLane lane: Int) -> [RecordedStack] {
        opened?.model.edge(ofLane: lane).map { fold.reconstruction.stacks(of: $0.id) } ?? []
    }

    /// The number of the live consumer of a lane of the opened pipeline, by which a viewer can hold it, and the consumer's name;
    /// for the lane of a store, of the first consumer of its values. `nil` if no viewer can hold it.
    package func consumer(ofLane lane: Int) -> (number: UInt64, name: String)? {
        guard let edge = opened?.model.edge(ofLane: lane) else { return nil }
        let below = edge.role == .link ? [edge] : log.edges.filter { $0.role == .link && $0.upstream == edge.upstream }
        return below.lazy.compactMap { edge in
            guard let number = fold.reconstruction.consumerNumber(of: edge.id) else { return nil }
            return (number, edge.downstream.flatMap(log.stageName) ?? log.edgeName(edge))
        }.first
    }

    /// Adds violations from before the window. A window that begins with the trace finds them itself.
    package mutating func adopt(_ violations: [Violation]) {
        if start != .start { opened?.adopt(violations) }
    }

    /// - Parameter sequence: The event of the program to show first; the present if `nil`. Events long before it are folded in portions.
    package mutating func open(_ id: PipelineID?, around sequence: Int? = nil) {
        (opened, growing, preview) = (nil, nil, nil)
        if let id { beginOpened(id, around: sequence) }
        updateOpened()
    }

    private mutating func beginOpened(_ id: PipelineID, around sequence: Int? = nil) {
        let shown = min(sequence ?? .max, log.count)
        let older = portion.map { portion in counted.prefix { $0.sequence + portion <= shown } } ?? []
        opened = PipelineModel(id, past: past + older)
        growing = nil
        if !older.isEmpty { growInto(id) }
    }

    /// Opens the pipeline of an event and returns the event's moment in it; `nil` if the event is not in the window.
    package mutating func open(pipelineOf sequence: Int) -> Moment? {
        var pipelines = fold.pipelines
        guard let entry = log[sequence: sequence], let id = pipelines.pipeline(of: entry.edge) else { return nil }
        open(id)
        return opened?.moment(ofProgramEvent: sequence)
    }

    /// The rows of all pipelines at a moment in the window, the oldest first.
    ///
    /// Of many pipelines, each frame judges a few in turn, unless their number changes: so a row may be half a second old, of more than 500
    /// pipelines a millisecond for each.
    package mutating func rows(at moment: Moment) -> [PipelineRow] {
        recount(upTo: moment.sequence)
        let isEnd = programEnd(at: moment) != .none
        let isPresent = moment.sequence >= log.count
        if let listed, listed.moment == moment, listed.isPresent == isPresent, listed.rows.count == pipelines.count {
            return listed.rows
        }
        if isPresent, !isEnd, var known = listed, let due = known.due(at: moment, count: pipelines.count) {
            listed = nil
            known.replace(due, by: judge(known.rows[due].map(\.id), besideOthers: true, at: moment), at: moment)
            listed = known
            return known.rows
        }
        let rows = judge(pipelines.ids(by: .age, in: log), at: moment)
        listed = ListedRows(rows, at: moment, isPresent: isPresent)
        return rows
    }

    /// The rows of some pipelines at the moment counted last.
    ///
    /// - Parameter besideOthers: Whether their verdicts may rest on those of other pipelines.
    private mutating func judge(_ ids: [PipelineID], besideOthers: Bool = false, at moment: Moment) -> [PipelineRow] {
        let summaries = ids.compactMap { pipelines.summary(of: $0, at: moment.time, in: log) }
        var ids = summaries.map(\.id)
        if besideOthers {
            let others = ids.flatMap { pipelines.neighbours(of: $0, in: log, upTo: moment.sequence) }
            ids += Set(others).subtracting(ids)
        }
        let edges = ids.map { pipelines.edges(of: $0) }
        let reports = meter(after: moment.sequence)?.reports(
            of: edges, at: moment.time, in: log, program: programEnd(at: moment)
        ).relating(ids, of: &pipelines, in: log, upTo: moment.sequence)
        return summaries.indices.map { PipelineRow(summaries[$0], reports?[$0], at: moment.time) }
    }

    /// The rates of a pipeline in the minute before the moment counted last; `nil` if it is unknown.
    package mutating func recentValues(of id: PipelineID, at moment: Moment) -> RecentValues? {
        pipelines.recentValues(of: id, at: moment.time)
    }

    /// The row of a pipeline at the moment counted last; `nil` if it is unknown.
    package mutating func row(of id: PipelineID, at moment: Moment) -> PipelineRow? {
        guard let summary = pipelines.summary(of: id, at: moment.time, in: log) else { return nil }
        return PipelineRow(summary, report(of: id, at: moment), at: moment.time)
    }

    /// The number of pipelines at the moment counted last.
    package var count: Int { pipelines.count }

    /// The report on the opened pipeline at one of its moments; `nil` before its first event.
    package mutating func openedReport(at moment: Moment) -> PipelineReport? {
        guard let opened, moment.sequence > 0 else { return nil }
        let isPresent = moment.sequence == timeline.count
        let sequence = isPresent ? log.count : opened.programEvent(of: moment.sequence)
        return report(of: opened.id, at: Moment(time: moment.time, sequence: sequence))
            ?? PipelineReport(at: moment.time, missing: .measures(before: start.time))
    }

    /// Whether verdicts are available.
    package var isMeasured: Bool { meters != nil }

    /// The report on a pipeline at a moment of the program; `nil` if the trace before the window is not measured.
    private mutating func report(of id: PipelineID, at moment: Moment) -> PipelineReport? {
        let isPresent = moment.sequence >= log.count
        let program = programEnd(at: moment)
        let interval = program == .none ? ProgramTrace.judgedEvery : 1
        if isPresent, let known = largeReports[id], moment.time >= known.time, moment.time - known.time < interval {
            return known
        }
        guard let meter = meter(after: moment.sequence) else { return nil }
        let ids = [id] + pipelines.neighbours(of: id, in: log, upTo: moment.sequence)
        let reports = meter.reports(of: ids.map { pipelines.edges(of: $0) }, at: moment.time, in: log, program: program)
        let report = reports.relating(ids, of: &pipelines, in: log, upTo: moment.sequence)[0]
        if isPresent, report.stages.count > ProgramTrace.large { largeReports[id] = report }
        return report
    }

    /// How the program has ended by a moment.
    private func programEnd(at moment: Moment) -> ProgramEnd {
        guard let ending, moment.sequence >= log.count, moment.time >= ending.time else { return .none }
        return ending.state
    }

    private mutating func meter(after sequence: Int) -> UtilizationMeter? {
        if let measured, measured.sequence == sequence { return measured.meter }
        let meter = meters?.fold(after: sequence, in: log)
        // A cached copy of the present would be stale after every event.
        measured = sequence < log.count ? meter.map { (sequence, $0) } : nil
        return meter
    }

    /// The ID under which the list has a pipeline: it may have merged with an older one.
    package mutating func listedID(of id: PipelineID) -> PipelineID? { pipelines.pipeline(of: id.edge) }

    private mutating func recount(upTo sequence: Int) {
        let near = counted.partitioningIndex { $0.sequence > sequence }
        let known = near > 0 ? counted[near - 1] : past.last ?? Pipelines()
        let isFar = known.sequence - pipelines.sequence > countInterval
        if sequence < pipelines.sequence || isFar { pipelines = known }
        pipelines.update(from: log, upTo: sequence)
    }
}

/// The rows of the list at a moment.
private struct ListedRows {
    /// Up to this number of pipelines, all rows are made for every frame.
    private static let few = 64

    private(set) var rows: [PipelineRow]
    /// The moment for which rows were made last.
    private(set) var moment: Moment
    /// Whether the moment was the present.
    let isPresent: Bool
    /// The index of the oldest row.
    private var next = 0

    init(_ rows: [PipelineRow], at moment: Moment, isPresent: Bool) {
        (self.rows, self.moment, self.isPresent) = (rows, moment, isPresent)
    }

    /// The rows to make again at a later moment of the present, so that none gets too old; `nil` if all have to be made.
    func due(at later: Moment, count: Int) -> Range<Int>? {
        // Making all rows takes about a tenth of this time.
        let interval = max(ProgramTrace.judgedEvery, UInt64(count) * 1_000_000)
        guard isPresent, rows.count == count, count > ListedRows.few, later.time >= moment.time,
            later.time - moment.time < interval
        else { return nil }
        let share = Double(later.time - moment.time) / Double(interval)
        return next..<min(count, next + Int((Double(count) * share).rounded(.up)))
    }

    mutating func replace(_ range: Range<Int>, by later: [PipelineRow], at moment: Moment) {
        self.moment = moment
        // A pipeline without a row has joined another.
        guard later.count == range.count else { return }
        rows.replaceSubrange(range, with: later)
        next = range.upperBound == rows.count ? 0 : range.upperBound
    }
}
