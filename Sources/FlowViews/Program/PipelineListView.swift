import FlowModel
import FlowScreen
import FlowTrace
import FlowVerdict

/// Draws the list of the pipelines of one or several programs: a row each, with the demand and the held, lost and passed values.
public struct PipelineListView {
    let state: ScreenState
    let list: PipelineList
    let signs: Signs

    /// The rows above the first pipeline: header, summary, headings.
    private static let top = 3
    /// The rows below the last: caption, footer.
    private static let bottom = 3

    /// The number of pipelines on a screen of some height.
    public static func rowCount(height: Int) -> Int { max(1, height - top - bottom) }

    /// The pipeline at a row of the screen.
    static func index(atRow y: Int, in list: PipelineList) -> Int? { list.rows.indices.contains(y - top) ? y - top : nil }

    func draw(into surface: inout Surface) {
        let columns = PipelineColumns(width: surface.width, places: list.rows.compactMap(\.place?.short))
        drawSummary(into: &surface)
        for column in columns.all {
            put(column.title, column, Style(.muted), into: &surface, y: 2)
        }
        if !list.programs.isEmpty { surface.put("program", x: 1, y: 2, style: Style(.muted), limit: columns.name) }
        surface.put("pipeline", x: nameStart(columns), y: 2, style: Style(.muted))
        for (offset, row) in list.rows.enumerated() {
            draw(
                row, isSelected: list.first + offset == list.selection, columns, into: &surface, y: PipelineListView.top + offset)
        }
        if list.rows.isEmpty {
            let text =
                list.total == 0
                ? "no stream has been subscribed yet"
                : "no pipeline has '\(list.filter)' in its name; \(signs.keys(state.table.name(of: .close))) shows all"
            surface.put(TextWidth.sanitised(text), x: 1, y: PipelineListView.top, style: Style(.muted), limit: surface.width - 2)
        }
        if let foot = list.foot {
            surface.put(foot, x: 1, y: surface.height - PipelineListView.bottom, style: Style(.muted), limit: surface.width - 2)
        }
        let caption = Rect(x: 0, y: surface.height - 2, width: surface.width, height: 1)
        if let chosen, let verdict = list.verdicts[chosen.id], state.notice == nil {
            VerdictView(verdict: verdict, lives: chosen.lives, signs: signs).draw(into: &surface, y: caption.y)
        } else {
            CaptionView(caption: nil, notice: state.notice, table: state.table, signs: signs).draw(into: &surface, area: caption)
        }
    }

    private var chosen: PipelineSummary? {
        let index = list.selection - list.first
        return list.rows.indices.contains(index) ? list.rows[index] : nil
    }

    private func drawSummary(into surface: inout Surface) {
        var x = 1
        let count = list.filter.isEmpty ? "\(list.total)" : "\(list.matching) of \(list.total)"
        x += surface.put("\(count) \(list.total == 1 ? "pipeline" : "pipelines")", x: x, y: 1, style: Style(.strong).bold())
        x += surface.put("  by \(list.order.rawValue)", x: x, y: 1, style: Style(.muted))
        let noted = state.notes.joined(separator: " · ")
        let window = "  rates: last 10 s"
        // The note on missing records is more important than the legend of the columns.
        if surface.width >= PipelineColumns.widthOfRates, x + window.count + TextWidth.width(of: noted) + 3 <= surface.width {
            x += surface.put(window, x: x, y: 1, style: Style(.muted))
        }
        if list.isTyping || !list.filter.isEmpty {
            let cursor = list.isTyping ? "_" : ""
            let text = TextWidth.sanitised(list.filter)
            x += surface.put("  / \(text)\(cursor)", x: x, y: 1, style: Style(.key).bold(), limit: surface.width - x)
        }
        let notes = TextWidth.cut(noted, to: surface.width - x - 3, mark: signs.cut)
        surface.put(signs.prose(notes), x: surface.width - TextWidth.width(of: notes) - 1, y: 1, style: Style(.lost).bold())
    }

    private func draw(_ row: PipelineSummary, isSelected: Bool, _ columns: PipelineColumns, into surface: inout Surface, y: Int) {
        if isSelected { surface.put(signs.selectionTop, x: 0, y: y, style: Style(.selection)) }
        let start = nameStart(columns)
        if let program = list.programs[row.id.program] {
            let label = fitted(TextWidth.sanitised(program.label), width: start - 3)
            surface.put(label, x: 1, y: y, style: Style(.muted))
        }
        let name = PipelineName.fitted(row, width: columns.name - start + 1, signs: signs)
        surface.put(name, x: start, y: y, style: isSelected ? Style(.strong).bold() : Style(), limit: columns.name - start + 1)
        for column in columns.all {
            let (text, style) = column.kind == .state ? state(of: row, width: column.width - 1) : cell(column.kind, of: row)
            put(text, column, style, into: &surface, y: y)
        }
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
        let last = label.lastIndex(of: " ").map { String(label[$0...]) } ?? ""
        guard TextWidth.width(of: label) > width, TextWidth.width(of: last) < width - 2 else {
            return TextWidth.cut(label, to: width, mark: signs.cut)
        }
        let front = TextWidth.cut(String(label.dropLast(last.count)), to: width - TextWidth.width(of: last), mark: signs.cut)
        return front + last
    }

    private func put(_ text: String, _ column: PipelineColumns.Column, _ style: Style, into surface: inout Surface, y: Int) {
        let width = TextWidth.width(of: text)
        let isText = column.kind == .state || column.kind == .place
        let x = isText ? column.x : column.x + column.width - width
        surface.put(text, x: x, y: y, style: style, limit: column.width)
    }

    func cell(_ kind: PipelineColumns.Kind, of row: PipelineSummary) -> (String, Style) {
        switch kind {
        case .state: return state(of: row, width: .max)
        case .place: return (row.place.map { TextWidth.sanitised($0.short) } ?? "", Style(.muted))
        case .asked:
            let text = row.outstanding == .unlimited ? String(signs.unlimited) : row.outstanding.description
            return (text, row.outstanding == .none ? Style(.muted) : Style(.asked))
        case .held: return (signs.prose(row.held.short), row.held.count > 0 ? Style(.held).bold() : Style(.ghost))
        case .dropped: return (String(row.dropped), row.dropped > 0 ? Style(.lost).bold() : Style(.ghost))
        case .rateIn: return (rate(row.rateIn), row.rateIn ?? 0 > 0 ? Style(.sent) : Style(.ghost))
        case .rateOut: return (rate(row.rateOut), row.rateOut ?? 0 > 0 ? Style(.got) : Style(.ghost))
        }
    }

    private func state(of row: PipelineSummary, width: Int) -> (String, Style) {
        let hasEnded = list.programs[row.id.program]?.hasEnded == true
        return switch row.state {
        case .idle where hasEnded, .live where hasEnded, .paused where hasEnded: ("\(signs.finished) ended", Style(.strong))
        case .idle: ("idle", Style(.muted))
        case .live: live(list.verdicts[row.id], width: width)
        case .paused: ("\(signs.paused) paused", Style(.asked))
        case .finished: finished
        case .failed: failed
        case .cancelled: cancelled
        }
    }

    private var finished: (String, Style) { ("\(signs.finished) finished", Style(.strong)) }
    private var failed: (String, Style) { ("\(signs.failed) failed", Style(.error)) }
    private var cancelled: (String, Style) { ("\(signs.cancelled) cancelled", Style(.muted)) }

    /// The state, and the stage if it fits. A pipeline may be over although an idle iterator is left.
    private func live(_ verdict: Verdict?, width: Int) -> (String, Style) {
        guard let verdict, verdict.kind != .unknown else { return ("\(signs.live) live", Style(.got)) }
        switch verdict.kind {
        case .finished: return finished
        case .failed: return failed
        case .cancelled: return cancelled
        case .flowing: return ("\(signs.live) flowing", Style(VerdictView.role(of: verdict.kind)))
        case .waitingForSource, .heldBack, .dropping, .leakingDemand, .unread, .stalled, .unknown: break
        }
        let style = Style(VerdictView.role(of: verdict.kind))
        let brief = TextWidth.sanitised(signs.prose(verdict.brief))
        // A cut name is better than none, unless the column only has room for the state's word.
        guard TextWidth.width(of: brief) > width else { return (brief, style) }
        return (width > 14 ? TextWidth.cut(brief, to: width, mark: signs.cut) : verdict.kind.word, style)
    }

    /// A rate in few characters; a dash if there is none.
    private func rate(_ rate: Double?) -> String {
        guard let rate else { return signs.prose("–") }
        return rate >= 100 || rate == rate.rounded() ? String(Int(rate.rounded())) : String((rate * 10).rounded() / 10)
    }
}

/// The columns of a row in the list of pipelines; the name gets the remaining width.
struct PipelineColumns {
    enum Kind {
        case place, state, asked, held, dropped, rateIn, rateOut
    }

    struct Column {
        let kind: Kind
        let title: String
        let x: Int
        let width: Int
    }

    /// The columns right of the name.
    let all: [Column]
    let name: Int

    /// The minimum widths for rates and for places in the source.
    static let widthOfRates = 80
    private static let widthOfPlaces = 110

    /// - Parameter places: The contents of the column of places, which is omitted if this is empty.
    init(width: Int, places: [String] = []) {
        var kinds: [(Kind, String, Int)] = [
            (.state, "state", width >= 110 ? 30 : width >= 80 ? 20 : 11), (.asked, "asked", 7), (.held, "held", 7),
            (.dropped, "dropped", 8),
        ]
        if width >= PipelineColumns.widthOfRates { kinds += [(.rateIn, "in/s", 8), (.rateOut, "out/s", 8)] }
        if width >= PipelineColumns.widthOfPlaces, let longest = places.map(TextWidth.width).max() {
            kinds.insert((.place, "made at", min(longest, width / 6) + 2), at: 0)
        }
        var x = width - 1 - kinds.reduce(0) { $0 + $1.2 }
        name = max(0, x - 2)
        all = kinds.map { kind, title, width in
            defer { x += width }
            return Column(kind: kind, title: title, x: x, width: width)
        }
    }
}

/// A pipeline's name: its operators from source to sink, the number of further subscriptions, and the number of streams that have taken its
/// place.
enum PipelineName {
    /// The name in some columns. Operators in the middle are omitted first.
    static func fitted(_ row: PipelineSummary, width: Int, signs: Signs) -> String {
        for lives in [row.lives?.words, row.lives?.brief].compactMap(\.self) {
            let text = fitted(row, "  \(signs.prose(lives))" + more(row), width: width, signs: signs)
            if TextWidth.width(of: text) <= width { return text }
        }
        return TextWidth.cut(fitted(row, more(row), width: width, signs: signs), to: width, mark: signs.cut)
    }

    private static func fitted(_ row: PipelineSummary, _ more: String, width: Int, signs: Signs) -> String {
        let stages = row.stages.map(TextWidth.sanitised)
        var kept = stages.count
        while kept > 2 {
            let text = text(stages, keeping: kept, signs) + more
            if TextWidth.width(of: text) <= width { return text }
            kept -= 1
        }
        return text(stages, keeping: kept, signs) + more
    }

    /// The number of subscriptions beside the stages, and a sign if an edge is uncertain.
    private static func more(_ row: PipelineSummary) -> String {
        let others = row.more > 0 ? "  +\(row.more) \(row.more == 1 ? "subscription" : "subscriptions")" : ""
        return others + (row.doubts.isEmpty ? "" : "  \(EdgeUncertainty.sign) \(row.doubts.word)")
    }

    private static func text(_ stages: [String], keeping kept: Int, _ signs: Signs) -> String {
        let arrow = " \(signs.crumb) "
        guard kept < stages.count else { return stages.joined(separator: arrow) }
        let front = (kept + 1) / 2
        let shown = Array(stages.prefix(front)) + ["\(signs.cut)"] + Array(stages.suffix(kept - front))
        return shown.joined(separator: arrow)
    }
}

/// The visible part of the list of pipelines of one or several programs.
public struct PipelineList: Sendable {
    /// The programs by their numbers, with unique names, and whether the process or the trace has ended by the moment shown; empty for a
    /// single program.
    public var programs: [Int: (label: String, hasEnded: Bool)] = [:]
    /// The visible rows.
    public var rows: [PipelineSummary] = []
    /// The known verdicts on the visible rows.
    public var verdicts: [PipelineID: Verdict] = [:]
    /// The index of the first visible row in the list.
    public var first = 0
    /// The index of the selected row in the list.
    public var selection = 0
    /// The number of all pipelines.
    public let total: Int
    /// The number of pipelines that match the filter.
    public let matching: Int
    /// The order of the list.
    public var order = PipelineOrder.pressure
    /// A substring of the names to list; empty for all.
    public var filter = ""
    /// The time from which details are known, in words; `nil` if all are known.
    public var foot: String?
    /// Whether the user is typing the filter.
    public var isTyping = false

    /// Creates a list without rows.
    public init(total: Int, matching: Int) {
        self.total = total
        self.matching = matching
    }
}
