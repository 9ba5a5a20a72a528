import FlowModel
import FlowSessions
import FlowText
import FlowViews

/// Handles keys in the log overlay.
struct LogUpdate: OverlayUpdate {
    /// The last event shown, `nil` for the newest.
    let last: Int?

    let key = OverlayKey.log

    func perform(_ command: Command, on state: inout AppState, facts: RunFacts) -> [Effect]? {
        let page = RootView.overlayRows(on: state.size)
        switch command {
        case .laneUp: return scroll(by: -1, &state, facts)
        case .laneDown: return scroll(by: 1, &state, facts)
        case .pageUp: return scroll(by: -page, &state, facts)
        case .pageDown: return scroll(by: page, &state, facts)
        case .travel(.start): state.overlay = .log(last: LogUpdate.firstPage(page, state, facts))
        case .travel(.now) where last != nil: state.overlay = .log(last: nil)
        default: return nil
        }
        return []
    }

    /// Scrolls `step` lines forward, or back if `step` is negative. At the newest line the log follows new events.
    func scroll(by step: Int, _ state: inout AppState, _ facts: RunFacts) -> [Effect] {
        let page = RootView.overlayRows(on: state.size)
        let shown = state.playhead ?? facts.now
        let end = min(last ?? shown.sequence, shown.sequence)
        if step < 0 {
            let found = LogUpdate.lines(upTo: end, count: page - step, facts)
            let left = found.dropLast(max(0, min(-step, found.count - page)))
            if left.count < found.count { state.overlay = .log(last: left.last?.sequences.upperBound) }
        } else {
            let later = LogUpdate.lines(upTo: min(shown.sequence, end + 64 * step), count: 64 * step, facts)
            let next = later.first { $0.sequences.lowerBound > end }.flatMap { first in
                later.drop { $0.sequences.lowerBound < first.sequences.lowerBound }.prefix(step).last
            }
            let isNewest = next.map { $0.sequences.upperBound >= shown.sequence } ?? true
            state.overlay = .log(last: isNewest ? nil : next?.sequences.upperBound)
        }
        return []
    }

    /// The last event of the first page; `nil` if everything fits on it.
    private static func firstPage(_ page: Int, _ state: AppState, _ facts: RunFacts) -> Int? {
        let shown = (state.playhead ?? facts.now).sequence
        var end = facts.model.log.forgotten + page
        while end < shown {
            let found = lines(upTo: end, count: .max / 128, facts)
            if found.count >= page { return found[page - 1].sequences.upperBound }
            end = min(shown, end + (end - facts.model.log.forgotten))
        }
        return nil
    }

    private static func lines(upTo sequence: Int, count: Int, _ facts: RunFacts) -> [LogLine] {
        LogWriter.lines(of: facts.stream, upTo: facts.model.moment(ofEvent: sequence), count: count)
    }
}
