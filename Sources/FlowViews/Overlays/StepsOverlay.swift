import FlowScreen
import FlowText

/// Shows the reasons for an event (the chain that led to it, and its consequences), or the journey of its value from its source
/// to its current place or its loss.
struct StepsOverlay: OverlayView {
    let event: Int
    let row: Int
    let isJourney: Bool
    let state: ScreenState
    let signs: Signs

    private var steps: StepsView? {
        let model = state.panes[0].model
        return (isJourney ? Why(journeyOf: event, in: model) : Why(event, in: model)).map {
            StepsView(why: $0, row: row, isJourney: isJourney, table: state.table, signs: signs)
        }
    }

    func draw(into surface: inout Surface) { steps?.draw(into: &surface) }

    func footer(on size: Size) -> [FooterKey] {
        let other = isJourney ? FooterKey("\(.why)", "why") : FooterKey("\(.travel(.right))", "where it went")
        return [.close, .choose, FooterKey("\(.inspect)", "go there"), other]
    }

    var lines: [String] { steps?.lines ?? [] }

    func answer(after old: ScreenState.Overlay?) -> [String] {
        switch old {
        case .why(event, _) where !isJourney, .journey(event, _) where isJourney: steps.map { [$0.chosen] } ?? []
        default: lines
        }
    }
}
