import FlowAnalysis
import FlowScreen
import FlowViews
import Testing

@Suite("The panel of a tried file")
struct TriedViewTests {
    private func rows(_ panel: TriedPanel, _ size: Size, overlay: ScreenState.Overlay? = nil) -> [String] {
        let pane = PaneState(variant: "", point: "", stream: StreamAnalysis(lanes: []), chain: [])
        var screen = ScreenState(id: "a.swift", title: "", panes: [pane], cell: 1_000_000)
        (screen.keys.subject, screen.keys.isTried) = (.watched, true)
        screen.list = PipelineList(total: 0)
        (screen.tried, screen.overlay) = (panel, overlay)
        var surface = Surface(size)
        RootView(screen).draw(into: &surface)
        return TextOutput.render(surface).split(separator: "\n", omittingEmptySubsequences: false).map { row in
            String(row.reversed().drop { $0 == " " }.reversed())
        }
    }

    private let output = TriedPanel(
        title: "running", tone: .good, lines: (1...10).map { PanelLine("line \($0)\u{1B}[2J") })

    @Test func `the last lines stand above the footer, and command no terminal`() {
        let rows = rows(output, Size(width: 80, height: 24))

        #expect(
            rows[17..<23] == [
                "─ running ──────────────────────────────────────────────────────── O all of it ─", " line 6␛[2J", " line 7␛[2J",
                " line 8␛[2J", " line 9␛[2J", " line 10␛[2J",
            ])
        #expect(rows[3] == " no stream has been subscribed yet")
        #expect(rows[23].hasPrefix(" Enter open  ↑ ↓ choose │ r run again  O output │"))
    }

    @Test func `on a small screen the panel leaves room for the rest`() {
        #expect(
            rows(output, Size(width: 60, height: 16))[13..<15] == [
                "─ running ──────────────────────────────────── O all of it ─", " line 10␛[2J",
            ])
    }

    @Test func `what the compiler says is shown from its beginning, its words on several rows, code on one`() {
        let code = String(repeating: "code ", count: 20)
        let panel = TriedPanel(
            title: "1 error", tone: .trouble,
            lines: [
                .init("a.swift:1:5: error: " + String(repeating: "word ", count: 14), .trouble), .init(code),
                .init("    ^", .key),
            ], showsStart: true)

        #expect(
            rows(panel, Size(width: 80, height: 24))[18..<23] == [
                "─ 1 error ──────────────────────────────────────────────────────────────────────",
                " a.swift:1:5: error: word word word word word word word word word word word",
                " word word word", " \(code.prefix(77))…", "     ^",
            ])
    }

    @Test func `its output fills the screen as far as it reaches`() {
        let rows = rows(output, Size(width: 80, height: 24), overlay: .output)

        #expect(rows[1].contains("╭─ running ─"))
        #expect((1...10).allSatisfy { number in rows[number + 1].contains("│ line \(number)␛[2J") })
    }
}
