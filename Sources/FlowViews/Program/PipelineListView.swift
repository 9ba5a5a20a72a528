import FlowModel
import FlowScreen
import FlowText
import FlowTrace
import FlowVerdict

/// Draws the list of the pipelines of one or several programs, below it the lanes of the chosen one, and its verdict in full.
public struct PipelineListView {
    let state: ScreenState
    let list: PipelineList
    let signs: Signs

    /// The rows above the first pipeline: header, summary, headings.
    private static let top = 3
    /// The height from which the lanes of the chosen pipeline are drawn, and their minimum number of rows.
    private static let heightOfPreview = 30
    private static let leastPreview = 9

    /// Whether the list shows the rates of the last minute on a screen of some width.
    public static func showsRecentValues(width: Int) -> Bool {
        PipelineColumns(width: width).all.contains { $0.kind == .recentOut }
    }

    /// Whether a screen of some height has room for the lanes of the chosen pipeline.
    public static func hasPreview(height: Int) -> Bool { height >= heightOfPreview }

    /// The rows of the verdict below the list.
    private static func verdictRows(height: Int) -> Int { height < 20 ? 1 : 3 }

    /// The number of lines of the list on a screen of some height.
    ///
    /// - Parameter count: The number of all lines.
    public static func rowCount(of count: Int, height: Int) -> Int {
        // Below are a row for the foot, the verdict and the footer.
        let room = max(1, height - top - 2 - verdictRows(height: height))
        return min(max(1, count), height < heightOfPreview ? room : room - leastPreview)
    }

    /// What the rates of the list are counted over.
    static let legend = "values/s: last 10 s, or the life of what is over"

    /// The line at a row of the screen.
    static func index(atRow y: Int, in list: PipelineList) -> Int? { list.lines.indices.contains(y - top) ? y - top : nil }

    func draw(into surface: inout Surface) {
        let named = list.lines.filter { $0.fold != .over }
        let columns = PipelineColumns(
            width: surface.width, order: list.order, places: named.compactMap(\.row.place))
        drawSummary(into: &surface)
        for column in columns.all { put(column.kind.title, column, heading(column.kind.order), into: &surface, y: 2) }
        if !list.programs.isEmpty { surface.put("program", x: 1, y: 2, style: Style(.muted), limit: columns.name) }
        surface.put(ListOrder.name.rawValue, x: nameStart(columns), y: 2, style: heading(.name))
        let lines = list.lines.prefix(PipelineListView.rowCount(of: list.lineCount, height: surface.height))
        for (offset, line) in lines.enumerated() {
            draw(
                line, isSelected: list.indices[offset] == list.selection, columns, into: &surface,
                y: PipelineListView.top + offset
            )
        }
        if list.lines.isEmpty {
            surface.put(
                TextWidth.sanitised(emptyText), x: 1, y: PipelineListView.top, style: Style(.muted), limit: surface.width - 2)
        }
        let verdict = surface.height - 1 - PipelineListView.verdictRows(height: surface.height)
        if let foot = list.foot {
            surface.put(foot, x: 1, y: verdict - 1, style: Style(.muted), limit: surface.width - 2)
        }
        drawPreview(from: PipelineListView.top + max(1, lines.count) + 1, to: verdict - 1, into: &surface)
        drawVerdict(from: verdict, into: &surface)
    }

    /// The style of a heading; the column by which the list is sorted stands out.
    private func heading(_ order: ListOrder?) -> Style { order == list.order ? Style(.strong).bold() : Style(.muted) }

    /// The reason for an empty list.
    private var emptyText: String {
        guard list.total > 0 else { return "no stream has been subscribed yet" }
        let reason = list.filter.problem ?? "no pipeline matches '\(list.filter.text)'"
        return "\(reason); \(signs.keys(state.table.name(of: .close))) shows all"
    }

    // MARK: Below the list

    /// Draws the verdict on the chosen pipeline, in full where it fits, or the answer to a key.
    private func drawVerdict(from y: Int, into surface: inout Surface) {
        let caption = Rect(x: 0, y: surface.height - 2, width: surface.width, height: 1)
        guard let chosen = list.chosen, chosen.fold != .over, let verdict = chosen.row.verdict, state.notice == nil else {
            CaptionView(caption: nil, notice: state.notice ?? list.chosen.flatMap(foldText), table: state.table, signs: signs)
                .draw(into: &surface, area: caption)
            return
        }
        VerdictView(
            verdict: verdict, place: chosen.row.report?.culpritPlace, line: chosen.row.report?.culpritLine,
            links: chosen.row.report?.linkText, lives: chosen.row.summary.lives, subject: chosen.subject,
            isAtEnd: list.hasEnded(chosen.row), signs: signs
        )
        .draw(into: &surface, area: Rect(x: 0, y: y, width: surface.width, height: surface.height - 1 - y))
    }

    private func foldText(_ line: PipelineListing.Line) -> String? {
        guard line.fold == .over else { return nil }
        let key = signs.keys(state.table.name(of: .inspect))
        return "\(key) \(line.isOpen ? "hides" : "lists") the other pipelines that are over"
    }

    private func drawPreview(from y: Int, to end: Int, into surface: inout Surface) {
        guard surface.height >= PipelineListView.heightOfPreview, var preview = list.preview, let chosen = list.chosen else {
            return
        }
        preview.pane.isAtEnd = list.hasEnded(chosen.row)
        let area = Rect(x: 0, y: y, width: surface.width, height: end - y)
        let place = chosen.row.place.map { "\(TextWidth.sanitised($0.short))  " } ?? ""
        let room = area.width - 16 - TextWidth.width(of: place)
        let name = place + PipelineName.fitted(chosen.row.summary, width: max(0, room), signs: signs)
        let hint = "\(signs.keys(state.table.name(of: .inspect))) open"
        PreviewView(state: state, preview: preview, title: name, hint: chosen.fold == nil ? hint : "", signs: signs)
            .draw(into: &surface, area: area)
    }

    // MARK: The list

    private func drawSummary(into surface: inout Surface) {
        var x = 1
        x += surface.put(list.summary, x: x, y: 1, style: Style(.strong).bold())
        x += surface.put("  by \(list.order.rawValue)", x: x, y: 1, style: Style(.muted))
        let noted = state.notes.joined(separator: " · ")
        let window = "  \(PipelineListView.legend)"
        // The note on missing records is more important than the legend of the columns.
        if surface.width >= PipelineColumns.widthOfLegend, x + window.count + TextWidth.width(of: noted) + 3 <= surface.width {
            x += surface.put(window, x: x, y: 1, style: Style(.muted))
        }
        if list.isTyping || !list.filter.text.isEmpty {
            let cursor = list.isTyping ? "_" : ""
            let text = TextWidth.sanitised(list.filter.text)
            x += surface.put("  / \(text)\(cursor)", x: x, y: 1, style: Style(.key).bold(), limit: surface.width - x)
        }
        let notes = PhraseCut.text(noted, to: surface.width - x - 3, mark: signs.cut)
        surface.put(signs.prose(notes), x: surface.width - TextWidth.width(of: notes) - 1, y: 1, style: Style(.lost).bold())
    }

    private func draw(
        _ line: PipelineListing.Line, isSelected: Bool, _ columns: PipelineColumns, into surface: inout Surface, y: Int
    ) {
        if isSelected { surface.put(signs.selectionTop, x: 0, y: y, style: Style(.selection)) }
        let style = isSelected ? Style(.strong).bold() : Style()
        guard line.fold != .over else {
            let text = PhraseCut.text(PipelineName.quiet(line, signs), to: surface.width - 2, mark: signs.cut)
            surface.put(text, x: 1, y: y, style: isSelected ? style : Style(.muted))
            return
        }
        let start = nameStart(columns)
        if let program = list.programs[line.row.id.program] {
            let label = fitted(TextWidth.sanitised(program.label), width: start - 3)
            surface.put(label, x: 1, y: y, style: Style(.muted))
        }
        let indent = 2 * line.depth
        let width = columns.name - start + 1 - indent
        let place = columns.hasPlace ? nil : line.row.place
        let name = PipelineName.fitted(
            line, place: place, isAtEnd: list.hasEnded(line.row), width: width, signs: signs)
        let hasFailed = line.fold?.tests?.hasFailed == true
        surface.put(name, x: start + indent, y: y, style: hasFailed ? Style(.error).bold() : style, limit: max(0, width))
        for column in columns.all {
            var (text, style) = column.kind == .state ? state(of: line, width: column.width - 1) : cell(column.kind, of: line)
            if column.kind == .place { text = placeText(of: line, width: column.width - 2) }
            put(text, column, style, into: &surface, y: y)
        }
    }

    /// The place of a pipeline, or the line of a test, in some columns.
    private func placeText(of line: PipelineListing.Line, width: Int) -> String {
        guard let tests = line.fold?.tests else { return line.row.place?.fitted(width, signs: signs) ?? "" }
        return TextWidth.cut(TextWidth.sanitised(tests.tests.first?.line ?? ""), to: max(0, width), mark: signs.cut)
    }

    /// The column of the pipelines' names, after the names of programs, which take up to a third of the room.
    private func nameStart(_ columns: PipelineColumns) -> Int {
        guard let longest = list.programs.values.map({ TextWidth.width(of: TextWidth.sanitised($0.label)) }).max() else {
            return 1
        }
        return 3 + min(max(longest, 7), max(12, columns.name / 3))
    }

    /// The name of a program in some columns. Its last word stays, since it distinguishes programs with the same name.
    private func fitted(_ label: String, width: Int) -> String {
        NameCut.text(label, keeping: label.lastIndex(of: " ").map { label[$0...] }, to: width, mark: signs.cut)
    }

    /// Puts text at the left of its column, and figures at the right.
    private func put(_ text: String, _ column: PipelineColumns.Column, _ style: Style, into surface: inout Surface, y: Int) {
        let width = TextWidth.width(of: text)
        let isText = column.kind == .state || column.kind == .place
        let x = isText ? column.x : column.x + column.width - width
        surface.put(text, x: x, y: y, style: style, limit: column.width)
    }
}
