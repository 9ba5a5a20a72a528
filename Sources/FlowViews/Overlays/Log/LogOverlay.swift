import FlowModel
import FlowScreen
import FlowText

/// The log, as tall as the screen allows.
struct LogOverlay: OverlayView {
    let log: LogView
    let table: KeyTable

    func draw(into surface: inout Surface) {
        let title = log.last == nil ? "log" : "log, newer events below"
        OverlayBox(title: title, hint: "\(.close) closes", table: table, signs: log.signs).draw(into: &surface) { page in
            log.drawLines(into: &page, area: page.bounds)
        }
    }

    func footer(on size: Size) -> [FooterKey] { [.close, FooterKey("\(.laneUp) \(.laneDown)", "a line"), .page] }

    func target(at position: Point, size: Size) -> RootView.Target? {
        log.event(at: position, in: OverlayBox.tall(on: size)).map(RootView.Target.event)
    }

    /// The number of lines to read out.
    private static let linesAtOnce = 30

    var lines: [String] {
        guard let first = log.lines(count: LogOverlay.linesAtOnce).first else { return ["log: nothing has happened yet"] }
        let told = Narrator.narrations(of: log.pane.stream, after: first.sequences.lowerBound - 1, upTo: log.end)
        return ["log"] + told.map { ScreenReaderText.line("\(Seconds.text($0.time)) \($0.text)") }
    }

    func answer(after old: ScreenState.Overlay?) -> [String] {
        guard case .log = old else { return lines }
        return Array(lines.suffix(1))
    }
}
