import FlowModel
import FlowScreen
import FlowText
import FlowTrace
import FlowVerdict

/// Renders the whole screen as lines for reading out. The same state gives the same lines.
public struct PlainRenderer {
    private let state: ScreenState
    private let signs = Signs.spoken

    public init(_ state: ScreenState) { self.state = state }

    /// The whole screen: header, lesson, lanes or list, tried file, tour, overlay, and notice.
    public var lines: [String] {
        var lines = head
        lines += lesson + (state.list == nil ? state.panes.flatMap(streams) : listed)
        lines += tried + (state.tour?.lines(after: nil) ?? [])
        lines += overlay
        if let notice = notice { lines.append(notice) }
        return lines
    }

    // MARK: The program

    /// The program, its state, the speed, and the time.
    public var head: [String] {
        let header = HeaderView(state: state, signs: signs, screenWidth: 200)
        let pane = state.panes[0]
        var status = [badge, "time \(Seconds.short(nanoseconds: (pane.playhead?.time ?? state.now).nanoseconds)) s"]
        if pane.playhead != nil { status.append("now \(Seconds.short(nanoseconds: state.now.nanoseconds)) s") }
        if pane.model.log.missed > 0 { status.append("\(pane.model.log.missed) events missed") }
        if let violations = header.violations { status.append(violations) }
        status.append("speed \(header.speedText)")
        status.append(pane.isByEvent ? "event by event" : step)
        if state.behind > 0 { status.append("\(Seconds.short(nanoseconds: state.behind)) s behind the clock") }
        let notes = state.notes.map { "incomplete: \($0)" }
        return ScreenReaderText.lines(["\(state.id): \(state.title)"] + [status.joined(separator: "; ")] + notes)
    }

    /// The keys that move in time, and the time that each moves.
    public var step: String {
        let keys = [Command.travel(.left), .travel(.right)].compactMap { state.table.key(of: $0) }
        let names = keys == [.left, .right] ? "arrow keys" : keys.map(\.name).joined(separator: " and ")
        return "\(names) move \(TraceTime(nanoseconds: state.cell)) s"
    }

    /// The state of time and of the stream.
    public var badge: String { ScreenReaderText.line(shownBadge.text) }

    /// The badge's colour role, which stays the same while only the duration in the badge changes.
    public var badgeRole: Role { shownBadge.role }

    private var shownBadge: Badge { Badge(state, signs: signs, isNarrow: false) }

    /// The lesson of the scenario in its longest wording.
    private var lesson: [String] { state.lesson.prefix(1).map { ScreenReaderText.line(signs.prose($0)) } }

    /// The answer to a key.
    public var notice: String? {
        state.notice.map { ScreenReaderText.line(signs.shown(signs.keys($0))) }
    }

    // MARK: Lanes

    /// The chain and its lanes, the last event and its reason, the stage that holds the stream back, and the facts of the
    /// selected lane.
    private func streams(_ pane: PaneState) -> [String] {
        let lanes = ScreenLane.lanes(of: pane.model).map { lane(in: pane, $0) }
        let conclusions = [caption(of: pane), verdict(of: pane)].compactMap(\.self)
        return [chain(of: pane)] + lanes + executors(of: pane) + conclusions + inspector(of: pane)
    }

    /// The variant of a pane, and its stages from source to sink.
    public func chain(of pane: PaneState) -> String {
        let row = ChainRow.fitting(pane.chain, width: .max, signs: signs).map(\.text).joined()
        let variant = pane.variant.isEmpty ? "" : "\(pane.variant)\(pane.point.isEmpty ? "" : ", \(pane.point)"): "
        return ScreenReaderText.line(variant + row)
    }

    /// A lane: its role, and its current state.
    public func lane(_ index: Int) -> String? {
        state.lanes.indices.contains(index) ? lane(in: state.panes[0], state.lanes[index]) : nil
    }

    private func lane(in pane: PaneState, _ lane: ScreenLane) -> String {
        let label = LaneLabel(lane, in: pane)
        let gutter = label.gutter
        let trouble = gutter.trouble.map { [$0] } ?? []
        let words = (trouble + [gutter.first, gutter.second] + gutter.more + (trouble.isEmpty ? [] : [gutter.short])).map {
            $0.text(signs.text(of:))
        }
        let facts = words.filter { !$0.isEmpty }.reduce(into: [String]()) { facts, word in
            if !facts.contains(where: { $0.contains(word) }) { facts.append(word) }
        }
        let foretold = pane.foretold(lane).map { ["; \(self.words(of: $0, in: pane))"] } ?? []
        return ScreenReaderText.line(
            "lane \(lane.title), \(label.roles[0]): \(facts.joined(separator: "; "))\(foretold.joined())")
    }

    /// The forecast for a store of a pane, at the moment shown.
    public func foretold(in pane: PaneState) -> String? { pane.foretold.map { ScreenReaderText.line(words(of: $0, in: pane)) } }

    private func words(of lane: ForetoldLane, in pane: PaneState) -> String {
        let held = lane.step(at: pane.shown.time).map { "; \($0.held) held with size \(lane.size)" } ?? ""
        return lane.wordings(at: pane.shown.time)[0] + held
    }

    /// `lane main actor: longest 1.4 s`.
    private func executors(of pane: PaneState) -> [String] {
        pane.shownExecutors.map { executor in
            let longest = pane.delay(of: executor).map { ": \($0.longestText)" } ?? ""
            return ScreenReaderText.line("lane \(executor.titles[0])\(longest)")
        }
    }

    /// The last event, its reason, and its consequence.
    public func caption(of pane: PaneState) -> String? {
        let caption = CaptionWriter.caption(
            of: pane.model, at: pane.shown, remarks: pane.remarks, nextRequest: pane.nextRequest)
        let hint = state.panes.count > 1 ? nil : state.waitsFor.map { " " + signs.keys($0.text(in: state.table)) }
        return caption.map { ScreenReaderText.line("\(Seconds.text($0.time)) \(signs.prose($0.text))\(hint ?? "")") }
    }

    /// The event of the moment shown in a pane, in words.
    public func event(of pane: PaneState) -> String? {
        let narration = Narrator.narrations(of: pane.stream, after: pane.shown.sequence - 1, upTo: pane.shown).first?.text
        let log = pane.model.log
        return (narration ?? log[sequence: pane.shown.sequence].map { EventWords.text($0, in: log) }).map(ScreenReaderText.line)
    }

    /// The verdict on the stream.
    public func verdict(of pane: PaneState) -> String? {
        pane.report.map { report in
            let end = pane.isAtEnd && report.verdict.end == nil ? " at the end" : ""
            return ScreenReaderText.line("verdict\(end): \(signs.prose(placed(report)))")
        }
    }

    private func placed(_ report: PipelineReport) -> String {
        [report.verdict.wordings[0], report.culpritPlace, report.linkText].compactMap(\.self).joined(separator: "; ")
    }

    // MARK: The selected lane

    /// The facts of the selected lane of the first stream.
    public var selected: [String] { inspector(of: state.panes[0]) }

    private func inspector(of pane: PaneState) -> [String] {
        let lanes = ScreenLane.lanes(of: pane.model)
        guard lanes.indices.contains(state.selection) else { return [] }
        let lane = lanes[state.selection]
        let rows = pane.inspectorRows(ofLane: lane.index)
        let at = pane.playhead == nil ? "" : " at \(Seconds.text(pane.shown.time))"
        return ScreenReaderText.lines(["selected lane \(lane.title)\(at)"]) + rows.flatMap(inspected)
    }

    private func inspected(_ row: InspectorRow) -> [String] {
        let text = InspectorText(row, signs: signs)
        return switch text.layout {
        case .line(let wordings): ScreenReaderText.lines(["\(text.name): \(wordings[0])"])
        case .journey(let words): ScreenReaderText.lines(["\(text.name): \(signs.prose(words))"])
        case .contents(let values, let fact):
            ScreenReaderText.lines(["\(text.name): \(values.isEmpty ? "nothing" : values.joined(separator: ", "))  \(fact)"])
        case .lost(let values, let count):
            ScreenReaderText.lines([
                "\(text.name): \(ValueCount.words(count))\(count > values.count ? ", the newest" : ":") \(values.joined(separator: ", "))"
            ])
        case .violation(let fact, let meaning): ScreenReaderText.lines(["\(text.name): \(fact)", signs.prose(meaning)])
        case .waits(let waits): ScreenReaderText.lines(["\(text.name): \(waits.map(words).joined(separator: "; "))"])
        }
    }

    private func words(of wait: Wait) -> String {
        let time = wait.text
        let end = wait.isSoFar ? " so far" : wait.isDropped ? ", then dropped" : ""
        return "\(wait.value) \(time)\(end)\(wait.longest.map { ", the \($0.words)" } ?? "")"
    }

    // MARK: Lists

    /// The pipelines of a program, one a line, and a summary of the selected one.
    public var listed: [String] {
        guard let list = state.list else { return [] }
        let filter = list.filter.text
        let matching = filter.isEmpty ? "" : ", that match '\(filter)'"
        let rows = list.lines.indices.filter { list.indices[$0] != list.selection }.map { row($0, in: list) }
        let heading = [
            "\(list.summary); by \(list.order.rawValue)\(matching), \(PipelineListView.legend)",
            "a row has the name, the place, the state and the figures",
        ]
        let shown = list.lines.isEmpty ? [list.filter.problem ?? "no row to show"] : rows
        return ScreenReaderText.lines(heading + shown) + chosenRow
            + ScreenReaderText.lines(list.foot.map { [$0] } ?? [])
    }

    /// The selected row, its summary, and the lanes below the list.
    public var chosenRow: [String] {
        guard let list = state.list, let chosen = list.chosen else { return [] }
        let lanes = list.preview.map { preview in ScreenLane.lanes(of: preview.pane.model).map { lane(in: preview.pane, $0) } }
        let known = chosen.fold == .over ? nil : chosen.row.report
        let end = list.hasEnded(chosen.row) && known?.verdict.end == nil ? " at the end" : ""
        let title = (chosen.subject.map { "the verdict on \($0)" } ?? "its verdict") + end
        let verdict = known.map { ["\(title): \(signs.prose(placed($0)))"] } ?? []
        let recent = chosen.recent.map { [lastMinute($0)] } ?? []
        let chosenRow = list.indices.firstIndex(of: list.selection).map { row($0, in: list) } ?? ""
        return ScreenReaderText.lines(["chosen, \(chosenRow)"] + verdict + recent)
            + (lanes ?? [])
    }

    /// `values/s in the last minute, by five seconds: in 0.0, 5.0; out 0.0, 4.0`.
    private func lastMinute(_ recent: RecentValues) -> String {
        let texts = [recent.sources, recent.sinks].map { rates in
            rates.map { "\(($0 * 10).rounded() / 10)" }.joined(separator: ", ")
        }
        return "values/s in the last minute, by five seconds: in \(texts[0]); out \(texts[1])"
    }

    private func row(_ index: Int, in list: PipelineList) -> String {
        "row \(list.indices[index] + 1): \(pipeline(list.lines[index], in: list))"
    }

    /// A pipeline's program and stages.
    public func name(of line: PipelineListing.Line, in list: PipelineList) -> String {
        let program = list.programs[line.row.id.program].map { "program \($0.label), " } ?? ""
        let name = PipelineName.fitted(line, place: nil, isAtEnd: list.hasEnded(line.row), width: .max, signs: signs)
        return ScreenReaderText.line(program + name)
    }

    /// The state of a pipeline.
    public func state(of line: PipelineListing.Line, in list: PipelineList) -> String {
        ScreenReaderText.line(PipelineListView(state: state, list: list, signs: signs).cell(.state, of: line).0)
    }

    /// A pipeline: its program and stages, its state, and its figures.
    private func pipeline(_ line: PipelineListing.Line, in list: PipelineList) -> String {
        guard line.fold != .over else { return PipelineName.quiet(line, signs) }
        let view = PipelineListView(state: state, list: list, signs: signs)
        let figures: [(PipelineColumns.Kind, String)] = [
            (.life, "of life"), (.asked, "asked for"), (.held, "held"), (.peak, "peak"), (.growth, "growth a second"),
            (.wait, "wait at most"),
            (.dropped, "dropped"), (.rateIn, "in a second"), (.rateOut, "out a second"),
        ]
        let made = line.row.report?.failedPlace == nil ? "made" : "failed"
        // A test has pipelines of several places.
        let shown = line.fold?.tests == nil ? line.row.place : nil
        let place = shown.map { "; \(made) at \($0.short)" } ?? ""
        let figureWords = figures.map { kind, name in "\(view.cell(kind, of: line).0) \(name)" }.joined(separator: "; ")
        return "\(name(of: line, in: list))\(place); \(state(of: line, in: list)); \(figureWords)"
    }

    /// The progress of a tried file, and its output.
    public var tried: [String] {
        guard let panel = state.tried else { return [] }
        return ScreenReaderText.lines([panel.title]) + panel.lines.map { TextWidth.sanitised($0.text) }
    }

    // MARK: The overlay

    /// The overlay, or the text being typed; nothing if there is neither.
    public var overlay: [String] {
        state.editor.map { EditorWords(editor: $0).lines } ?? state.overlayView(signs: signs)?.lines ?? []
    }

    /// The lines after a key that opened the overlay, or changed its rows or its selection.
    ///
    /// - Parameter old: The overlay before, if it had the same rows.
    public func overlayAnswer(after old: ScreenState.Overlay?) -> [String] {
        state.overlayView(signs: signs)?.answer(after: old) ?? []
    }

    /// The completions at the cursor in the input line for a chain.
    public var offers: [String] { state.editor.map { EditorWords(editor: $0).offers } ?? [] }
}
