import FlowModel
import FlowScreen
import FlowText
import FlowTrace
import FlowVerdict

/// Draws the last event with its reason, or the answer to a key.
struct CaptionView {
    let caption: Caption?
    let notice: String?
    /// The key that continues a stream that waits for its user; `nil` for none.
    var hint: KeyText?
    let table: KeyTable
    let signs: Signs

    /// The name of the key for the reasons.
    private var whyKey: String { signs.keys(table.name(of: .why)) }
    /// The columns of the key with its word, and a blank behind them.
    private var whyWidth: Int { 1 + TextWidth.width(of: whyKey) + TextWidth.width(of: " why") }
    /// The minimum width of a caption with the key.
    private static let leastWidthWithWhy = 60

    /// The first column of the key for ``Command/why``; `nil` if there is no caption or no room.
    private func why(in area: Rect) -> Int? {
        guard notice == nil, caption != nil, area.width >= CaptionView.leastWidthWithWhy else { return nil }
        return area.x + area.width - whyWidth
    }

    /// The key at a position, `nil` if there is none.
    func key(at position: Point, in area: Rect) -> Key? {
        guard position.y == area.y, let x = why(in: area), (x..<(area.x + area.width)).contains(position.x) else { return nil }
        return table.key(of: .why)
    }

    func draw(into surface: inout Surface, area: Rect) {
        guard area.height > 0, area.width > 8 else { return }
        let role = notice == nil ? caption.map { Role($0.tone) } ?? .key : .key
        let time = notice == nil ? caption.map { Seconds.text($0.time) } ?? "" : ""
        guard notice ?? caption?.text ?? "" != "" else { return }
        let indent = time.isEmpty ? 2 : 2 + time.count + 2
        let why = why(in: area)
        let lines = lines(width: area.width - indent - 2 - (why == nil ? 0 : whyWidth), count: area.height)
        for row in 0..<min(area.height, lines.count) {
            let y = area.y + row
            surface.fill(Rect(x: area.x, y: y, width: area.width, height: 1), style: Style(.text, on: .caption))
            surface.put(signs.captionBar, x: area.x, y: y, style: Style(role, on: .caption).bold())
            let isCut = row == area.height - 1 && lines.count > area.height
            let line = isCut ? lines[row] + String(signs.cut) : lines[row]
            surface.put(line, x: area.x + indent, y: y, style: Style(.text, on: .caption), limit: area.width - indent)
        }
        surface.put(time, x: area.x + 2, y: area.y, style: Style(.strong, on: .caption).bold())
        guard let why else { return }
        let used = surface.put(whyKey, x: why, y: area.y, style: Style(.key, on: .caption).bold())
        surface.put(" why", x: why + used, y: area.y, style: Style(.text, on: .caption))
    }
}

extension CaptionView {
    /// The words in lines. If not all fit, the hint replaces the consequence of the event.
    fileprivate func lines(width: Int, count: Int) -> [String] {
        if let notice { return Paragraph.lines(of: signs.shown(signs.keys(notice)), width: width) }
        guard let caption else { return [] }
        let hint = hint.map { signs.keys($0.text(in: table)) }
        let whole = [caption.first, caption.second, hint].compactMap(\.self)
        let wordings = [whole] + (hint == nil || caption.second == nil ? [] : [[caption.first] + whole.suffix(1)])
        let lines = wordings.map {
            Paragraph.lines(of: TextWidth.sanitised(signs.prose($0.joined(separator: " "))), width: width)
        }
        return lines.first { $0.count <= count } ?? lines[0]
    }
}

/// Draws the verdict in one line.
struct VerdictView {
    let verdict: Verdict
    /// The place of its culprit, in words; `nil` if unknown.
    var place: String?
    /// The same without the function.
    var line: String?
    /// The streams that its loops feed, and the loops that feed it, in words; `nil` for none.
    var links: String?
    /// The outcomes of all streams, if one line of code made several: the verdict judges only the last.
    var lives: StreamLives?
    /// The pipeline that it judges, if several share a line of the list: `one of 40`.
    var subject: String?
    /// Whether the trace ends at its moment.
    var isAtEnd = false
    let signs: Signs

    private var title: String {
        let end = isAtEnd && verdict.end == nil ? " at the end" : ""
        if let subject { return "verdict on \(subject)\(end): " }
        return verdict.kind == .unknown ? "" : end.isEmpty ? "verdict " : "verdict\(end): "
    }

    func draw(into surface: inout Surface, y: Int) {
        let start = 1 + title.count
        let room = surface.width - start - 1
        guard room > 0 else { return }
        surface.put(title, x: 1, y: y, style: Style(.muted))
        let wordings = wordings.map { TextWidth.sanitised(signs.prose($0)) }
        let shown = Wording.fitting(wordings, width: room, cut: signs.cut)
        let head = shown.prefix { $0 != ":" }
        let end = start + surface.put(String(head), x: start, y: y, style: Style(VerdictView.role(of: verdict.kind)).bold())
        surface.put(String(shown.dropFirst(head.count)), x: end, y: y, style: Style(.text))
    }

    /// Draws the longest wording that fits several rows.
    func draw(into surface: inout Surface, area: Rect) {
        guard area.height > 1 else { return draw(into: &surface, y: area.y) }
        let texts = wordings.map { title + TextWidth.sanitised(signs.prose($0)) }
        let options = texts.map { Paragraph.lines(of: $0, width: area.width - 2) }
        guard let lines = options.first(where: { $0.count <= area.height }) ?? options.last else { return }
        var isHead = true
        for (row, line) in lines.prefix(area.height).enumerated() {
            var rest = Substring(line)
            var x = 1
            if row == 0, rest.hasPrefix(title) {
                x += surface.put(title, x: x, y: area.y, style: Style(.muted))
                rest = rest.dropFirst(title.count)
            }
            let head = isHead ? rest.prefix { $0 != ":" } : rest.prefix(0)
            if head.count < rest.count { isHead = false }
            x += surface.put(
                String(head), x: x, y: area.y + row, style: Style(VerdictView.role(of: verdict.kind)).bold())
            surface.put(String(rest.dropFirst(head.count)), x: x, y: area.y + row, style: Style(.text))
        }
    }

    /// `×23: 20 finished, 3 never read; the last: finished at 0.23 s`.
    private var wordings: [String] {
        // The text of an error says more than a place.
        let told = verdict.wordings.filter { words in verdict.failure.map(words.contains) ?? true }
        var placed = [told, verdict.wordings.filter { !told.contains($0) }].flatMap { wordings in
            wordings.flatMap { words in [place, line].compactMap { $0.map { "\(words); \($0)" } } } + wordings
        }
        // Links are only told with the whole verdict.
        if let links { placed.insert("\(placed[0]); \(links)", at: 0) }
        guard let lives else { return placed }
        return placed.map { "\(lives.words); the last: \($0)" } + [lives.words]
    }

    /// The colour of a verdict; the words carry the meaning.
    static func role(of kind: Verdict.Kind) -> Role {
        switch kind {
        case .flowing: .got
        case .waitingForSource: .sent
        case .heldBack, .unread: .asked
        case .dropping, .leakingDemand: .lost
        case .stalled, .failed: .error
        case .finished, .cancelled: .strong
        case .unknown: .muted
        }
    }
}
