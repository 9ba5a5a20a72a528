import FlowScreen
import FlowText
import FlowTrace

/// Draws a chain of events, each the cause of the next: a sentence about all, then one event a line.
struct StepsView {
    let why: Why
    let row: Int
    /// Whether the steps are the journey of a value. Otherwise the steps after the event are its consequences, with a heading.
    let isJourney: Bool
    let table: KeyTable
    let signs: Signs

    /// The columns of time and lane, each with its trailing blanks.
    private static let timeRoom = 9
    private static let laneRoom = 11

    func draw(into surface: inout Surface) {
        let width = min(surface.width - 4, 96)
        let sentence = Paragraph.lines(of: written(why.sentence), width: max(1, width - 5))
        let box = OverlayBox(title: title, hint: hint, table: table, signs: signs)
        let height = min(surface.height - 3, sentence.count + rowCount + 4)
        let area = box.draw(into: &surface, width: width, height: height)
        guard area.width > 0, area.height > 3 else { return }
        // The events need room; a long sentence leaves them half of it.
        let shown = sentence.prefix(max(1, min(sentence.count, area.height - 1 - min(rowCount, area.height / 2))))
        for (number, line) in shown.enumerated() {
            let isCut = number == shown.count - 1 && shown.count < sentence.count
            surface.put(
                isCut ? PhraseCut.text(line + " \(signs.cut)", to: area.width - 2, mark: signs.cut) : line, x: area.x + 1,
                y: area.y + number, style: Style(.text, on: .caption), limit: area.width - 1)
        }
        drawRows(
            into: &surface, Rect(x: area.x, y: area.y + shown.count + 1, width: area.width, height: area.height - shown.count - 1)
        )
    }

    private var title: String { isJourney ? "where it went" : "why" }

    private var hint: KeyText {
        "\(.inspect) goes there  \(.travel(.left)) \(.travel(.right)) \(isJourney ? "other value" : "where it went")  \(.close) closes"
    }

    /// The events, and the heading of the consequences.
    private var rowCount: Int { why.steps.count + (hasEffects ? 1 : 0) }

    private var hasEffects: Bool { !isJourney && why.index < why.steps.count - 1 }

    private func drawRows(into surface: inout Surface, _ area: Rect) {
        let selected = row + (row > why.index ? 1 : 0)
        let first = max(0, min(selected - area.height / 2, rowCount - area.height))
        for line in first..<max(first, min(rowCount, first + area.height)) {
            let y = area.y + line - first
            if hasEffects, line == why.index + 1 {
                surface.put("what followed", x: area.x + 1, y: y, style: Style(.muted, on: .caption), limit: area.width - 1)
            } else {
                draw(hasEffects && line > why.index ? line - 1 : line, into: &surface, area, y: y)
            }
        }
    }

    private func draw(_ index: Int, into surface: inout Surface, _ area: Rect, y: Int) {
        let step = why.steps[index]
        let isEvent = step.link == .event
        if index == row { surface.put(signs.selectionTop, x: area.x, y: y, style: Style(.selection, on: .caption)) }
        let name = index == row || isEvent ? Style(.strong, on: .caption).bold() : Style(.text, on: .caption)
        let time = Seconds.text(step.moment.time)
        surface.put(time, x: area.x + max(1, StepsView.timeRoom - 1 - time.count), y: y, style: Style(.muted, on: .caption))
        let lane = NameCut.name(step.lane, to: StepsView.laneRoom - 1, mark: signs.cut)
        var x = area.x + StepsView.timeRoom + 1
        surface.put(lane, x: x, y: y, style: name, limit: StepsView.laneRoom - 1)
        x += StepsView.laneRoom
        if isCalled(index) {
            x += surface.put("\(signs.causedBy) ", x: x, y: y, style: Style(.ghost, on: .caption))
        }
        x += surface.put("\(signs.glyph(of: step.sign)) ", x: x, y: y, style: Style(Role(step.tone), on: .caption).bold())
        let text = PhraseCut.text(written(step.text), to: area.maxX - x, mark: signs.cut)
        surface.put(text, x: x, y: y, style: isEvent ? Style(.strong, on: .caption).bold() : name)
    }

    /// Whether a step happened in the call of a step above it.
    private func isCalled(_ index: Int) -> Bool {
        guard isJourney else { return why.isCalled(index) }
        return index > 0 && why.steps[index].moment.time == why.steps[index - 1].moment.time
    }

    private func written(_ text: String) -> String { TextWidth.sanitised(signs.prose(text)) }

    // MARK: Words

    /// All steps in lines for reading out.
    var lines: [String] { ScreenReaderText.lines(["\(title): \(signs.prose(why.sentence))"]) + why.steps.indices.map(words) }

    /// The selected row.
    var chosen: String { words(ofStep: row) }

    private func words(ofStep index: Int) -> String {
        let step = why.steps[index]
        let followed = step.link == .effect && !isJourney ? "then " : ""
        let text = "\(followed)\(Seconds.text(step.moment.time)) \(step.lane): \(signs.prose(step.text))"
        return ScreenReaderText.line(ScreenReaderText.marked(text, isChosen: index == row))
    }
}
