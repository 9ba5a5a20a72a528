import FlowScreen
import FlowText

/// The reasons for an event: the chain that led to it, and its consequences.
struct WhyOverlay: OverlayView {
    let event: Int
    let row: Int
    let state: ScreenState
    let signs: Signs

    private var steps: StepsView? {
        Why(event, in: state.panes[0].model).map {
            StepsView(
                why: $0, row: row, title: "why", sideways: "where it went", tellsEffects: true, table: state.table, signs: signs)
        }
    }

    func draw(into surface: inout Surface) { steps?.draw(into: &surface) }

    func footer(on size: Size) -> [FooterKey] {
        [.close, .choose, FooterKey("\(.inspect)", "go there"), FooterKey("\(.travel(.right))", "where it went")]
    }

    var lines: [String] { steps?.lines ?? [] }

    func answer(after old: ScreenState.Overlay?) -> [String] {
        guard case .why(event, _) = old else { return lines }
        return steps.map { [$0.chosen] } ?? []
    }
}
