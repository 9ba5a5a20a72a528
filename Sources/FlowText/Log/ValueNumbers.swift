import FlowModel
import FlowTrace

/// Numbers as names of undescribed values.
extension StreamModel {
    /// The text of a value in a list of one lane's values; for an undescribed one its number: `#40`.
    func listed(_ sequence: Int) -> String {
        let text = text(of: sequence)
        guard text == StreamModel.undescribed else { return text }
        return number(of: sequence).map { "#\($0)" } ?? text
    }

    /// The number of an event's value on its lane, from 1: a value keeps the number of its entrance into a store until it arrives
    /// below. A value that a subscription drops has none.
    func number(of sequence: Int) -> Int? {
        guard let entry = log[sequence: sequence], let lane = laneIndex(of: entry), let mark = lanes[lane].mark(of: sequence)
        else {
            return nil
        }
        switch entry.kind {
        case .offered: return mark.totals.offered
        case .buffered: return mark.totals.arrived
        case .unbuffered: return lanes[lane].item(endedBy: mark).flatMap { number(of: $0.entered) }
        case .dropped:
            if let item = lanes[lane].item(endedBy: mark) { return number(of: item.entered) }
            switch lanes[lane].spec.role {
            case .buffer: return mark.totals.arrived
            case .source: return mark.totals.offered
            case .output: return nil
            }
        case .value:
            let cause = entry.cause.flatMap { log[sequence: $0] }
            let isSame = cause?.kind == .unbuffered || cause?.kind == .offered
            return isSame ? cause.flatMap { number(of: $0.sequence) } : mark.totals.values
        case .subscribed, .request, .returned, .finished, .failure, .cancel, .state, .note, .causeLink: return nil
        }
    }
}
