import FlowAnalysis
import FlowModel
import FlowScreen
import FlowText
import FlowTrace
import FlowViews
import FlowVerdict

/// What is new since it was told last, in lines; a little is told event by event, much is summed up.
struct PlainNews {
    /// What has been told of a stream.
    private struct Told {
        var sequence = 0
        var time = TraceTime.zero
        var verdict: String?
        /// What was the verdict when events were told last.
        var lastVerdict: String?
    }

    /// More sentences than this, and they are summed up.
    private static let fewSentences = 3
    /// Events that are told one by one; of more, only sums are made.
    private static let mostEvents = 200
    /// How many pauses, ends and the like are told one by one, and changes in a list.
    private static let mostNews = 6

    private var subject: String?
    private var streams: [Told] = []
    private var life: Role?
    private var rows: [PipelineID: String] = [:]
    private var total = 0
    private var panel: (title: String, lines: [String]) = ("", [])

    /// Everything new on a screen that shows the present; of the past, nothing is.
    mutating func lines(_ screen: ScreenState) -> [String] {
        guard screen.panes[0].playhead == nil else { return [] }
        let subject = PlainNews.subject(of: screen)
        if subject != self.subject { self = PlainNews(subject: subject) }
        let events = screen.list == nil ? screen.panes.indices.flatMap { stream($0, of: screen) } : changes(screen)
        return trial(screen) + events + state(screen)
    }

    init() {}

    /// Takes it as told in which state the program is.
    mutating func hear(_ screen: ScreenState) { life = PlainRenderer(screen).life }

    private init(subject: String) { self.subject = subject }

    /// What is shown; what was told of something else says nothing of it.
    static func subject(of screen: ScreenState) -> String {
        let panes = screen.panes.map { "\($0.variant)/\($0.point)" }.joined(separator: "|")
        guard screen.list == nil else { return "\(screen.id): list" }
        // A program's title says whether it has ended, and is the same for all of its pipelines.
        let isRun = [.scenario, .recording].contains(screen.keys.subject)
        return "\(screen.id): \(panes)\(isRun ? ": \(screen.title)" : "")"
    }

    // MARK: Streams

    private mutating func stream(_ index: Int, of screen: ScreenState) -> [String] {
        let pane = screen.panes[index]
        if streams.count <= index { streams.append(Told()) }
        // A run that has begun again.
        if pane.now.sequence < streams[index].sequence { streams[index] = Told() }
        let told = streams[index]
        defer { (streams[index].sequence, streams[index].time) = (pane.now.sequence, pane.now.time) }
        let name = screen.panes.count > 1 ? "\(pane.variant): " : ""
        return (sentences(of: pane, after: told) + verdict(index, pane, isOver: screen.keys.isOver)).map {
            ScreenReaderText.line(name + $0)
        }
    }

    private func sentences(of pane: PaneState, after told: Told) -> [String] {
        guard pane.now.sequence > told.sequence else { return [] }
        let isMuch = pane.now.sequence - told.sequence > PlainNews.mostEvents
        let all = isMuch ? [] : Narrator.narrations(of: pane.stream, after: told.sequence, upTo: pane.now)
        guard !isMuch, all.count(where: \.isNews) <= PlainNews.mostNews else { return sum(of: pane, from: told, to: pane.now) }
        var told = told
        let runs = PlainNews.runs(of: all)
        return runs.indices.flatMap { index -> [String] in
            let run = runs[index]
            // What is not told, as an answer to a value, belongs to what was told before it.
            let end = index + 1 < runs.count ? runs[index + 1][0].sequences.lowerBound - 1 : pane.now.sequence
            let last = Moment(time: run[run.count - 1].time, sequence: end)
            defer { (told.sequence, told.time) = (last.sequence, last.time) }
            return run.count <= PlainNews.fewSentences ? run.map(line) : sum(of: pane, from: told, to: last)
        }
    }

    /// Pauses, ends and the like stand alone; what happened between two of them belongs together.
    private static func runs(of all: [Narration]) -> [[Narration]] {
        all.reduce(into: []) { runs, narration in
            let begins = narration.isNews || runs.last?.last?.isNews != false
            if begins { runs.append([narration]) } else { runs[runs.count - 1].append(narration) }
        }
    }

    private func sum(of pane: PaneState, from told: Told, to end: Moment) -> [String] {
        let (start, stop) = (Seconds.short(nanoseconds: told.time.nanoseconds), Seconds.short(nanoseconds: end.time.nanoseconds))
        let span = start == stop ? stop : "\(start) to \(stop)"
        return Narrator.sum(of: pane.model, after: told.sequence, upTo: end).map { ["\(span): \($0)"] } ?? []
    }

    private func line(_ narration: Narration) -> String { "\(Seconds.text(narration.time)) \(narration.text)" }

    private mutating func verdict(_ index: Int, _ pane: PaneState, isOver: Bool) -> [String] {
        guard let verdict = pane.report?.verdict, verdict.kind != .unknown else { return [] }
        defer { streams[index].lastVerdict = verdict.brief }
        // What does not last is not worth a line; that all is well is news only after something was not.
        let lasts = isOver || verdict.brief == streams[index].lastVerdict
        guard lasts, verdict.brief != streams[index].verdict else { return [] }
        defer { streams[index].verdict = verdict.brief }
        guard verdict.kind != .flowing || streams[index].verdict != nil else { return [] }
        return ["verdict at \(Seconds.text(pane.now.time)): \(verdict.wordings.last ?? verdict.brief)"]
    }

    /// Whether time runs and the stream lives, where that has changed; how long it has lasted is no news.
    private mutating func state(_ screen: ScreenState) -> [String] {
        let picture = PlainRenderer(screen)
        defer { life = picture.life }
        return life == nil || life == picture.life ? [] : [picture.badge]
    }

    // MARK: Programs

    /// What has changed in the list of pipelines.
    private mutating func changes(_ screen: ScreenState) -> [String] {
        guard let list = screen.list else { return [] }
        let picture = PlainRenderer(screen)
        var said: [String] = []
        for (index, row) in list.rows.enumerated() {
            let words = picture.state(of: row, in: list)
            defer { rows[row.id] = words }
            guard rows[row.id] != words else { continue }
            said.append("row \(list.first + index + 1), \(picture.name(of: row, in: list)): \(words)")
        }
        let count = total == list.total ? [] : ["\(list.total) \(list.total == 1 ? "pipeline" : "pipelines")"]
        total = list.total
        let left = said.count - PlainNews.mostNews
        return (count + said.prefix(PlainNews.mostNews) + (left > 0 ? ["and \(left) more rows have changed"] : [])).map(
            ScreenReaderText.line)
    }

    /// What has become of a file that is tried, and what it has printed since.
    private mutating func trial(_ screen: ScreenState) -> [String] {
        guard let tried = screen.tried else { return [] }
        let lines = tried.lines.map(\.text)
        defer { panel = (tried.title, lines) }
        let title = tried.title == panel.title ? [] : [tried.title]
        return title.map(ScreenReaderText.line) + lines.dropFirst(PlainNews.known(lines, panel.lines)).map(TextWidth.sanitised)
    }

    /// How many of the first lines are the last of those that were there before.
    private static func known(_ lines: [String], _ old: [String]) -> Int {
        (0...min(lines.count, old.count)).reversed().first { lines.prefix($0).elementsEqual(old.suffix($0)) } ?? 0
    }
}
