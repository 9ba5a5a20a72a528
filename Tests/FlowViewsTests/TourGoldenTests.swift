import FlowScreen
import FlowTrace
import FlowViews
import Testing

@testable import FlowApp

@Suite("Golden frames of the tour")
struct TourGoldenTests {
    @Test(arguments: TourCase.all) func `a stop is drawn as it was recorded`(_ golden: TourCase) throws {
        let actual = GoldenText.text(of: try golden.surface(), arguments: golden.name)
        let file = GoldenFile(golden.name)
        if GoldenFile.isRecording {
            try file.record(actual)
            Issue.record("recorded \(golden.name); run again without FLOWVIZ_RECORD")
            return
        }
        #expect(actual == file.text)
    }

    @Test(arguments: Tour.stops.indices) func `on an ASCII screen nothing else is written`(stop: Int) throws {
        for isAnswered in [false, true] {
            let golden = TourCase(stop: stop + 1, isAnswered: isAnswered, size: Size(width: 80, height: 24), signs: .ascii)
            #expect(TextOutput.render(try golden.surface()).filter { !$0.isASCII } == "")
        }
    }
}

/// A frame of the tour: a stop at its beginning, or after its key.
struct TourCase: CustomTestStringConvertible, Sendable {
    let stop: Int
    let isAnswered: Bool
    let size: Size
    var signs = Signs.unicode

    var name: String { "tour-\(stop)-\(isAnswered ? "answered" : "asked")-\(size.width)x\(size.height)" }
    var testDescription: String { name }

    static let all = [Size(width: 80, height: 24), Size(width: 120, height: 36)].flatMap { size in
        (1...Tour.stops.count).flatMap { stop in
            [false, true].map { TourCase(stop: stop, isAnswered: $0, size: size) }
        } + [TourCase(stop: Tour.stops.count + 1, isAnswered: false, size: size)]
    }

    /// The answer to each stop, and the seconds until the tour detects it.
    private static let answers: [(key: Key, seconds: Double)] = [
        ("d", 0), ("a", 0.8), ("b", 0.08), (" ", 1.5), ("c", 0), ("N", 0), ("c", 0),
    ]

    func surface() throws -> Surface {
        let session = Session()
        var state = AppState(.scenario(Tour.demand.choice), size: size)
        perform(TourUpdate.go(to: min(stop, Tour.stops.count) - 1, &state), session, &state)
        if stop > Tour.stops.count { press(.enter, session, &state) }
        if isAnswered {
            let (key, seconds) = TourCase.answers[stop - 1]
            press(key, session, &state)
            session.advance(by: TraceTime(seconds: seconds).nanoseconds)
            session.refresh(&state)
            if state.overlay != nil { press(.escape, session, &state) }
        }
        state.notice = nil
        var surface = Surface(size)
        RootView(session.screen(state), signs: signs).draw(into: &surface)
        return surface
    }

    private func press(_ key: Key, _ session: Session, _ state: inout AppState) {
        perform(Update.press(key, on: &state, facts: session.facts), session, &state)
    }

    private func perform(_ effects: [Effect], _ session: Session, _ state: inout AppState) {
        for effect in effects { _ = effect.perform(on: &state, .scenario(session)) }
        session.refresh(&state)
    }
}
