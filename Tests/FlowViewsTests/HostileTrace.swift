import FlowAnalysis
import FlowModel
import FlowTrace
import FlowViews
import Synchronization

/// A stream whose values try to break the screen.
enum HostileTrace {
    private final class Clock: Sendable {
        let nanoseconds = Atomic<UInt64>(0)
    }

    /// Texts that could break a terminal or a layout.
    static let texts = [
        "\u{1B}[2J\u{1B}[31mred", "\u{9B}31m", "two\nlines", "a\tb\r\u{08}", "漢字漢字漢字", "👩‍👩‍👧‍👦👍🏽", "مرحبا\u{202E}abc",
        "e\u{301}\u{301}\u{301}\u{301}", "\u{301}", String(repeating: "x", count: 10_000), "", " ", "\u{FFFD}\u{0}",
        "\u{200B}\u{FEFF}",
    ]

    /// A screen on which each of the texts was sent, held, delivered or dropped, and lanes have them as names.
    static func screen(cell: UInt64 = 200_000_000, texts: [String] = texts) -> ScreenState {
        let clock = Clock()
        let recorder = Recorder(clock: .custom { [clock] in clock.nanoseconds.load(ordering: .relaxed) })
        let lanes = [LaneSpec("source", .source), LaneSpec("buffer", .buffer), LaneSpec("output", .output)]
        let buffer = recorder.declareNode(.buffer, name: texts[0], detail: texts[0], capacity: 4)
        let sink = recorder.declareNode(.sink, name: texts[4])
        let edges = [
            recorder.declareEdge(.source, label: "source", upstream: buffer, downstream: buffer),
            recorder.declareEdge(.store, label: "buffer", upstream: buffer, downstream: buffer),
            recorder.declareEdge(.link, label: "output", upstream: buffer, downstream: sink),
        ]
        recorder.record(.subscribed, on: edges[2])
        recorder.record(.request, on: edges[2], demand: .max(texts.count))
        for (number, text) in texts.enumerated() {
            clock.nanoseconds.store(UInt64(number) * 450_000_000, ordering: .relaxed)
            let sent = recorder.record(.offered, on: edges[0], value: .string(text))
            recorder.causing(sent) {
                recorder.record(.buffered, on: edges[1], value: .string(text))
                guard number % 3 > 0 else { return }
                recorder.record(
                    number % 3 == 1 ? .unbuffered : .dropped, on: edges[1], value: .string(text), reason: reason(number))
                if number % 3 == 1 { recorder.record(.value, on: edges[2], value: .string(text)) }
            }
            recorder.record(.state, on: edges[2], value: .string(text))
        }
        recorder.record(.failure, on: edges[2], value: .string(texts[0]))
        var model = StreamModel(lanes: lanes)
        model.update(from: recorder)
        let pane = PaneState(
            variant: texts[0], point: texts[4], stream: StreamAnalysis(model),
            now: Moment(time: model.end.time + 100_000_000, sequence: model.end.sequence),
            chain: .row(texts.map { .sideBySide([.stage($0, detail: $0), []]) }))
        return ScreenState(id: texts[0], title: texts[4], panes: [pane], cell: cell)
    }

    private static func reason(_ number: Int) -> DropReason? {
        number % 3 == 2 ? .overflowOldest : nil
    }
}
