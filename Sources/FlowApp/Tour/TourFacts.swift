import FlowModel
import FlowSessions
import FlowTrace

/// The facts that a stop waits for, derived from the events of the shown run.
extension RunFacts {
    /// The fate of a value in a stream with one output.
    enum Fate: Int {
        case waited, dropped, passed, failed
    }

    /// The fate of a value and the event that shows it; `nil` while it is undecided.
    func fate(of value: String) -> (fate: Fate, event: Int)? {
        var entered: TraceTime?
        for entry in model.log.entries(after: 0, upTo: now.sequence) {
            if entry.kind == .failure { return (.failed, entry.sequence) }
            guard entry.kind.isOfValue, model.text(of: entry.sequence) == value else { continue }
            switch entry.kind {
            case .dropped: return (.dropped, entry.sequence)
            case .buffered: entered = entry.time
            case .value where isOutput(entry):
                let hasWaited = entered.map { $0 < entry.time } ?? false
                return (hasWaited ? .waited : .passed, entry.sequence)
            default: break
            }
        }
        return nil
    }

    private func isOutput(_ entry: TraceEntry) -> Bool {
        model.laneIndex(of: entry).map { model.lanes[$0].spec.role == .output } ?? false
    }

    /// The growth of the buffer since the sink was paused, in values; `nil` if the sink is not paused.
    var heldSincePause: Int? {
        guard case .paused(let since) = model.state(at: now.sequence) else { return nil }
        let later = model.log.entries(after: 0, upTo: now.sequence).filter { $0.time > since }
        return later.count { $0.kind == .buffered } - later.count { $0.kind == .unbuffered }
    }

    /// The name of the stage that currently holds the others back.
    var culprit: String? { stream.report(at: now)?.culprit?.ownName }

    /// Whether an event is the loss of a value.
    func isDrop(_ event: Int) -> Bool { model.log[sequence: event]?.kind == .dropped }
}

extension SignalKind {
    /// Whether events of this kind have a value.
    fileprivate var isOfValue: Bool { [.value, .offered, .dropped, .buffered, .unbuffered].contains(self) }
}
