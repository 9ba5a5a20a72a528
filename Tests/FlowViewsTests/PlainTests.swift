import FlowModel
import FlowScreen
import FlowText
import FlowTrace
import Testing

@testable import FlowViews
@testable import flowviz

/// Plain lines say everything that the screen says in words and numbers.
@Suite("Plain pictures")
struct PlainTests {
    /// A screen that is large enough to cut nothing.
    private static let size = Size(width: 200, height: 60)

    /// The help on signs is about pictures, and the keys of the help have a separate test.
    private static let cases = GoldenCase.all.filter { !$0.name.contains("help") && !$0.name.contains("signs") }

    @Test(arguments: cases)
    func `every word and number of a frame can be read out`(_ golden: GoldenCase) throws {
        let state = try PlainTests.screen(golden.arguments)
        let heard = Set(PlainTests.lines(state).flatMap(PlainTests.words))

        let seen = PlainTests.seen(state).flatMap(PlainTests.words)
        #expect(Set(seen.filter { !PlainTests.isHeard($0, heard) }) == [])
    }

    @Test(arguments: cases)
    func `what stands beside a lane is read out of that lane`(_ golden: GoldenCase) throws {
        let state = try PlainTests.screen(golden.arguments)
        guard state.overlay == nil, state.editor == nil, state.list == nil, state.panes.count == 1 else { return }

        for (lane, text) in PlainTests.gutters(state) {
            let heard = Set(PlainTests.words(PlainRenderer(state).lane(lane) ?? ""))
            #expect(PlainTests.words(text).filter { !PlainTests.isHeard($0, heard) } == [], "\(state.lanes[lane].title)")
        }
    }

    @Test(arguments: ["pace --at 1", "step --at 1", "--trace shop.fvz --at 2"])
    func `the help reads out every key that applies, with what it does`(_ arguments: String) throws {
        var state = try PlainTests.screen(arguments)
        state.overlay = .help
        let lines = PlainRenderer(state).overlay

        let missing = state.table.bindings.filter { $0.applies(in: state.keys) }.filter { binding in
            !lines.contains { $0.hasPrefix(ScreenReaderText.line(Signs.spoken.keys(binding.keys)) + ": ") }
        }
        #expect(missing.map(\.keys) == [])
    }

    @Test func `signs become words where none stands beside them`() {
        let signs = Signs.spoken
        #expect(ScreenReaderText.line("\(signs.paused) paused  since 2.00") == "paused; since 2.00")
        #expect(
            ScreenReaderText.line("\(signs.request)3 at 1.00, no \(signs.request) for 2 s")
                == "request 3 at 1.00, no request for 2 s")
        #expect(ScreenReaderText.line("a \(signs.crumb) b") == "a to b")
        #expect(ScreenReaderText.line("buffer 20 · dropOldest  empty") == "buffer 20, dropOldest; empty")
        #expect(ScreenReaderText.line("two\nlines \u{1B}[2J") == "two␊lines ␛[2J")
    }

    @Test func `a run is told event by event`() throws {
        let state = try PlainTests.screen("pace --at 8")
        let pane = state.panes[0]
        let told = Narrator.narrations(of: pane.stream, after: 0, upTo: pane.shown).map { "\(Seconds.text($0.time)) \($0.text)" }

        #expect(
            told == [
                "0.00 output subscribed and asked for 1",
                "0.00 source sent A; A went straight through buffer; output received A",
                "0.30 source sent B; B entered buffer; buffer holds B",
                "0.60 source sent C; C entered buffer; buffer holds B, C",
                "1.00 the pace timer asked for 1; B left buffer after 0.70 s; output received B; buffer holds C",
                "2.00 the pace timer asked for 1; C left buffer after 1.40 s; output received C; buffer is empty",
                "3.00 the pace timer asked for 1, and nothing is held",
                "5.00 source sent D; D went straight through buffer; output received D",
                "5.30 source sent E; E entered buffer; buffer holds E",
                "5.60 source sent F; F entered buffer; buffer holds E, F",
                "5.60 source finished",
                "6.00 the pace timer asked for 1; E left buffer after 0.70 s; output received E; buffer holds F",
                "7.00 the pace timer asked for 1; F left buffer after 1.40 s; output received F; buffer is empty",
                "8.00 the pace timer asked for 1; output finished",
            ])
    }

    @Test(arguments: [
        (
            "pausable-sink --at 8 --send 2:pause",
            "source sent 32 values, 1 to 32; buffer dropped 3 values, 10 to 12; buffer holds 20 of 20, 13 goes next; output received 9 values, 1 to 9"
        ),
        ("demand-sink --at 8", "source sent 6 values, 1 to 6, of which 2 were dropped; output received 4 values: 1, 2, 4, 5"),
        (
            "async-channel --at 6",
            "send sent 7 values, 1 to 7; 1 producer waits in AsyncChannel; for await received 6 values, 1 to 6"
        ),
    ])
    func `a span is summed up`(_ arguments: String, _ sum: String) throws {
        let pane = try PlainTests.screen(arguments).panes[0]
        #expect(Narrator.sum(of: pane.model, after: 0, upTo: pane.shown) == sum)
    }

    /// Words that only help the eye or name keys of the screen, and words that plain lines replace by others.
    private static let others: [String: String] = [
        "flowviz": "", "bigger": "", "more": "", "closes": "", "all": "", "asks": "asked", "returns": "asked",
        "state": "now", "got": "delivered", "waited": "left", "cancels": "cancelled", "inspector": "selected",
        "pipeline": "pipelines", "brings": "", "takes": "", "this": "", "be": "", "changed": "", "example": "",
    ]

    /// Whether plain lines have a word, or its replacement.
    private static func isHeard(_ word: String, _ heard: Set<String>) -> Bool {
        heard.contains(word) || others[word].map { $0.isEmpty || heard.contains($0) } ?? false
    }

    /// The state from which a frame is drawn, on a screen that is large enough.
    private static func screen(_ arguments: String) throws -> ScreenState {
        let words = arguments.split(separator: " ").map(String.init)
        let kept = words.indices.filter { words[$0] != "--size" && ($0 == 0 || words[$0 - 1] != "--size") }.map { words[$0] }
        return try FrameCommand(line: (kept + ["--size", "\(size.width)x\(size.height)"]).joined(separator: " ")).screen()
    }

    /// Everything that plain mode says about a screen, with its keys, and with the events that led to it.
    private static func lines(_ state: ScreenState) -> [String] {
        var keys = state
        (keys.overlay, keys.editor) = (.help, nil)
        let events = state.panes.flatMap { pane in
            Narrator.narrations(of: pane.stream, after: 0, upTo: pane.shown).map { "\(Seconds.text($0.time)) \($0.text)" }
        }
        return PlainRenderer(state).lines + PlainRenderer(state).offers + PlainRenderer(keys).overlay + events
    }

    /// The rows of a frame without its pictures: the axis and the marks along it.
    private static func seen(_ state: ScreenState) -> [String] {
        var surface = Surface(size)
        RootView(state).draw(into: &surface)
        let isCovered = state.overlay != nil || state.editor != nil
        for y in 0..<size.height {
            for x in 0..<size.width where isCovered && surface[x, y].style.background != .caption {
                surface.put(" ", x: x, y: y, style: Style())
            }
        }
        if !isCovered, state.list == nil { for area in pictures(state) { surface.fill(area, style: Style()) } }
        if !isCovered, let area = previewPicture(state) { surface.fill(area, style: Style()) }
        return TextOutput.render(surface).split(separator: "\n").dropLast().map(String.init)
    }

    /// Where the lanes below a list and their axis are drawn, from the row below their title to the rows of the verdict.
    private static func previewPicture(_ state: ScreenState) -> Rect? {
        guard let list = state.list, let preview = list.preview else { return nil }
        let names = preview.pane.model.lanes.map { TextWidth.width(of: $0.spec.name) }
        let columns = Columns(width: size.width, longestName: names.max() ?? 0)
        let first = 3 + list.lines.count + 2
        return Rect(x: columns.label, y: first, width: columns.lanes + 1, height: size.height - 5 - first)
    }

    /// The text right of the picture of each lane.
    private static func gutters(_ state: ScreenState) -> [(lane: Int, text: String)] {
        var surface = Surface(size)
        RootView(state).draw(into: &surface)
        let (columns, layout, _) = layouts(state)[0]
        surface.fill(Rect(x: 0, y: 0, width: columns.label + columns.lanes + 1, height: size.height), style: Style())
        let rows = TextOutput.render(surface).split(separator: "\n", omittingEmptySubsequences: false)
        return layout.lanes.map { ($0.index, rows[$0.y..<$0.y + $0.height].joined(separator: " ")) }
    }

    /// The areas in which lanes and their axis are drawn.
    private static func pictures(_ state: ScreenState) -> [Rect] {
        layouts(state).map { columns, layout, start in
            let end = layout.lanesEnd ?? layout.ruler
            return Rect(x: start + columns.label, y: layout.ruler, width: columns.lanes + 1, height: end - layout.ruler)
        }
    }

    /// The layout of each pane, and its first column.
    private static func layouts(_ state: ScreenState) -> [(Columns, Layout, start: Int)] {
        let sharesScreen = state.panes.count > 1
        let width = sharesScreen ? (size.width - 2) / 2 : size.width
        let longest = state.lanes.map { TextWidth.width(of: $0.name) }.max() ?? 0
        return state.panes.indices.map { index in
            let columns = sharesScreen ? Columns(paneWidth: width) : Columns(width: width, longestName: longest)
            let view = PaneView(
                state: state, pane: state.panes[index], columns: columns, sharesScreen: sharesScreen, signs: .unicode,
                hasGrid: false)
            return (columns, view.layout(width: width, height: size.height), index == 0 ? 0 : size.width - width)
        }
    }

    /// A line without words that are cut.
    private static func whole(_ line: String) -> String {
        line.contains("…") ? line.replacing(/[^ …]*…/, with: " ") : line
    }

    /// The words and numbers of a line, in lower case, without words that are cut.
    private static func words(_ line: String) -> [String] {
        whole(line.lowercased()).split { !$0.isLetter && !$0.isNumber && $0 != "." }
            .flatMap { $0.contains(where: \.isNumber) ? [$0] : $0.split(separator: ".") }
            .map { String($0.drop { $0 == "." }.reversed().drop { $0 == "." }.reversed()) }
    }
}
