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
        let shown = !signs.isASCII ? text : notice == nil ? ASCII.text(text) : ASCII.only(text)
        let lines = Paragraph.lines(of: TextWidth.sanitised(shown), width: area.width - indent - 2)
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
