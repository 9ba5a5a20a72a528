import FlowAnalysis
import FlowScreen

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
        let wordings = verdict.wordings.map { TextWidth.sanitised(signs.isASCII ? ASCII.text($0) : $0) }
        let text = wordings.first { TextWidth.width(of: $0) <= room } ?? wordings[wordings.count - 1]
        let shown = TextWidth.cut(text, to: room, mark: signs.cut)
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
