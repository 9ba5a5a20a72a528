import FlowAnalysis
import FlowModel
import FlowScreen
import FlowText
import FlowTrace
import FlowViews
import FlowVerdict

/// Reports the news since the last report, in lines: a few events one by one, many events as a sum.
struct PlainNews {
    /// The reported state of a stream.
    private struct ReportedState {
        var sequence = 0
        var time = TraceTime.zero
        var verdict: String?
        /// The verdict at the last report of events.
        var lastVerdict: String?
    }

    /// The maximum number of sentences in a group to report one by one; more are summed up.
    private static let fewSentences = 3
    /// The maximum number of events to narrate; of more events, only the sum is computed.
    private static let maximumEvents = 200
    /// The maximum number of pauses, ends and list changes to report one by one.
    private static let maximumNews = 6

    private var subject: String?
    private var streams: [ReportedState] = []
    private var badgeRole: Role?
    private var rows: [PipelineID: String] = [:]
    private var total = 0
    private var panel: (title: String, lines: [String]) = ("", [])

    /// The news on a screen that shows the present; a screen of the past has none.
    mutating func lines(_ screen: ScreenState) -> [String] {
        guard screen.panes[0].playhead == nil else { return [] }
        let subject = PlainNews.subject(of: screen)
        if subject != self.subject { self = PlainNews(subject: subject) }
        let events = screen.list == nil ? screen.panes.indices.flatMap { stream($0, of: screen) } : changes(screen)
        return trial(screen) + events + state(screen)
    }

    init() {}

    /// Marks the badge's state as reported, without a report.
    mutating func markReported(_ screen: ScreenState) { badgeRole = PlainRenderer(screen).badgeRole }

    private init(subject: String) { self.subject = subject }

    /// Identifies the subject of a screen. A new subject has to be reported from the start.
    static func subject(of screen: ScreenState) -> String {
        let panes = screen.panes.map { "\($0.variant)/\($0.point)" }.joined(separator: "|")
        guard screen.list == nil else { return "\(screen.id): list" }
        // A program's title changes when it exits and is the same for all its pipelines, so it cannot identify the subject.
        let isRun = [.scenario, .recording].contains(screen.keys.subject)
        return "\(screen.id): \(panes)\(isRun ? ": \(screen.title)" : "")"
    }

    // MARK: Streams

    private mutating func stream(_ index: Int, of screen: ScreenState) -> [String] {
        let pane = screen.panes[index]
        if streams.count <= index { streams.append(ReportedState()) }
        // The run has restarted.
        if pane.now.sequence < streams[index].sequence { streams[index] = ReportedState() }
        let told = streams[index]
        defer { (streams[index].sequence, streams[index].time) = (pane.now.sequence, pane.now.time) }
        let name = screen.panes.count > 1 ? "\(pane.variant): " : ""
        return (sentences(of: pane, after: told) + verdict(index, pane, isOver: screen.keys.isOver)).map {
            ScreenReaderText.line(name + $0)
        }
    }

    private func sentences(of pane: PaneState, after told: ReportedState) -> [String] {
        guard pane.now.sequence > told.sequence else { return [] }
        let isMuch = pane.now.sequence - told.sequence > PlainNews.maximumEvents
        let all = isMuch ? [] : Narrator.narrations(of: pane.stream, after: told.sequence, upTo: pane.now)
        guard !isMuch, all.count(where: \.isNews) <= PlainNews.maximumNews else { return sum(of: pane, from: told, to: pane.now) }
        var told = told
        let runs = PlainNews.runs(of: all)
        return runs.indices.flatMap { index -> [String] in
            let run = runs[index]
            // Events without a sentence, such as the answer to a value, belong to the sentence before.
            let end = index + 1 < runs.count ? runs[index + 1][0].sequences.lowerBound - 1 : pane.now.sequence
            let last = Moment(time: run[run.count - 1].time, sequence: end)
            defer { (told.sequence, told.time) = (last.sequence, last.time) }
            return run.count <= PlainNews.fewSentences ? run.map(line) : sum(of: pane, from: told, to: last)
        }
    }

    /// Groups the events. Pauses, ends and the like stand alone, and separate the groups.
    private static func runs(of all: [Narration]) -> [[Narration]] {
        all.reduce(into: []) { runs, narration in
            let begins = narration.isNews || runs.last?.last?.isNews != false
            if begins { runs.append([narration]) } else { runs[runs.count - 1].append(narration) }
        }
    }

    private func sum(of pane: PaneState, from told: ReportedState, to end: Moment) -> [String] {
        let (start, stop) = (Seconds.short(nanoseconds: told.time.nanoseconds), Seconds.short(nanoseconds: end.time.nanoseconds))
        let span = start == stop ? stop : "\(start) to \(stop)"
        return Narrator.sum(of: pane.model, after: told.sequence, upTo: end).map { ["\(span): \($0)"] } ?? []
    }

    private func line(_ narration: Narration) -> String { "\(Seconds.text(narration.time)) \(narration.text)" }

    private mutating func verdict(_ index: Int, _ pane: PaneState, isOver: Bool) -> [String] {
        guard let verdict = pane.report?.verdict, verdict.kind != .unknown else { return [] }
        defer { streams[index].lastVerdict = verdict.brief }
        // A short-lived verdict is not worth a line. "Flowing" is news only after another verdict.
        let lasts = isOver || verdict.brief == streams[index].lastVerdict
        guard lasts, verdict.brief != streams[index].verdict else { return [] }
        defer { streams[index].verdict = verdict.brief }
        guard verdict.kind != .flowing || streams[index].verdict != nil else { return [] }
        return ["verdict at \(Seconds.text(pane.now.time)): \(verdict.wordings.last ?? verdict.brief)"]
    }

    /// Reports a change of the clock's or the stream's state, but not its duration.
    private mutating func state(_ screen: ScreenState) -> [String] {
        let picture = PlainRenderer(screen)
        defer { badgeRole = picture.badgeRole }
        return badgeRole == nil || badgeRole == picture.badgeRole ? [] : [picture.badge]
    }

    // MARK: Programs

    /// The changes in the list of pipelines.
    private mutating func changes(_ screen: ScreenState) -> [String] {
        guard let list = screen.list else { return [] }
        let picture = PlainRenderer(screen)
        var said: [String] = []
        for (index, line) in list.lines.enumerated() where line.fold == nil {
            let words = picture.state(of: line, in: list)
            defer { rows[line.row.id] = words }
            guard rows[line.row.id] != words else { continue }
            said.append("row \(list.indices[index] + 1), \(picture.name(of: line, in: list)): \(words)")
        }
        let count = total == list.total ? [] : ["\(list.total) \(list.total == 1 ? "pipeline" : "pipelines")"]
        total = list.total
        let left = said.count - PlainNews.maximumNews
        return (count + said.prefix(PlainNews.maximumNews) + (left > 0 ? ["and \(left) more rows have changed"] : [])).map(
            ScreenReaderText.line)
    }

    /// The state of a tried file, and its new output.
    private mutating func trial(_ screen: ScreenState) -> [String] {
        guard let tried = screen.tried else { return [] }
        let lines = tried.lines.map(\.text)
        defer { panel = (tried.title, lines) }
        let title = tried.title == panel.title ? [] : [tried.title]
        return title.map(ScreenReaderText.line) + lines.dropFirst(PlainNews.known(lines, panel.lines)).map(TextWidth.sanitised)
    }

    /// The number of leading lines that equal the end of the old lines.
    private static func known(_ lines: [String], _ old: [String]) -> Int {
        (0...min(lines.count, old.count)).reversed().first { lines.prefix($0).elementsEqual(old.suffix($0)) } ?? 0
    }
}
