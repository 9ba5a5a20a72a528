import FlowAnalysis
import FlowScreen
import FlowText
import FlowTrace

/// Draws why the last thing happened, or the answer to a key that does not apply.
struct CaptionView {
    let caption: Caption?
    let notice: String?
    let signs: Signs

    func draw(into surface: inout Surface, area: Rect) {
        guard area.height > 0, area.width > 8 else { return }
        let role = notice == nil ? caption.map { Role($0.tone) } ?? .key : .key
        let time = notice == nil ? caption.map { Seconds.text($0.time) } ?? "" : ""
        let text = notice ?? caption?.text ?? ""
        guard !text.isEmpty else { return }
        let indent = time.isEmpty ? 2 : 2 + time.count + 2
        let shown = notice == nil ? TextWidth.sanitised(signs.prose(text)) : signs.shown(signs.keys(text))
        let lines = Paragraph.lines(of: shown, width: area.width - indent - 2)
        for row in 0..<min(area.height, lines.count) {
            let y = area.y + row
            surface.fill(Rect(x: area.x, y: y, width: area.width, height: 1), style: Style(.text, on: .caption))
            surface.put(signs.captionBar, x: area.x, y: y, style: Style(role, on: .caption).bold())
            let isCut = row == area.height - 1 && lines.count > area.height
            let line = isCut ? lines[row] + String(signs.cut) : lines[row]
            surface.put(line, x: area.x + indent, y: y, style: Style(.text, on: .caption), limit: area.width - indent)
        }
        surface.put(time, x: area.x + 2, y: area.y, style: Style(.strong, on: .caption).bold())
    }
}

/// Draws in one line where the stream is held back.
struct VerdictView {
    let verdict: Verdict
    let signs: Signs

    func draw(into surface: inout Surface, y: Int) {
        let title = verdict.kind == .unknown ? "" : "verdict "
        let start = 1 + title.count
        let room = surface.width - start - 1
        guard room > 0 else { return }
        surface.put(title, x: 1, y: y, style: Style(.muted))
        let wordings = verdict.wordings.map { TextWidth.sanitised(signs.prose($0)) }
        let shown = Wording.fitting(wordings, width: room, cut: signs.cut)
        let head = shown.prefix { $0 != ":" }
        let end = start + surface.put(String(head), x: start, y: y, style: Style(VerdictView.role(of: verdict.kind)).bold())
        surface.put(String(shown.dropFirst(head.count)), x: end, y: y, style: Style(.text))
    }

    /// The colour of what is happening; the words carry the meaning.
    static func role(of kind: Verdict.Kind) -> Role {
        switch kind {
        case .flowing: .got
        case .waitingForSource: .sent
        case .heldBack: .asked
        case .dropping, .leakingDemand: .lost
        case .stalled: .error
        case .finished: .strong
        case .unknown: .muted
        }
    }
}
