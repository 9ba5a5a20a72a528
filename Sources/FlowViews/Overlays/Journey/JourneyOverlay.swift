import FlowScreen
import FlowText

/// The journey of a value: from its source to its present place or its loss.
struct JourneyOverlay: OverlayView {
    let event: Int
    let row: Int
    let state: ScreenState
    let signs: Signs

    private var steps: StepsView? {
        Why(journeyOf: event, in: state.panes[0].model).map {
            StepsView(
                why: $0, row: row, title: "where it went", sideways: "other value", tellsEffects: false, table: state.table,
                signs: signs)
        }
    }

    func draw(into surface: inout Surface) { steps?.draw(into: &surface) }

    func footer(on size: Size) -> [FooterKey] {
        [.close, .choose, FooterKey("\(.inspect)", "go there"), FooterKey("\(.why)", "why")]
    }

    var lines: [String] { steps?.lines ?? [] }

    func answer(after old: ScreenState.Overlay?) -> [String] {
        guard case .journey(event, _) = old else { return lines }
        return steps.map { [$0.chosen] } ?? []
    }
}
