import FlowModel
import FlowSessions
import FlowTrace

/// What a stop waits for, concluded from the events of the run that is shown.
extension RunFacts {
    /// What became of a value of a stream with one output.
    enum Fate: Int {
        case waited, dropped, passed, failed
    }

    /// What became of a value, and the event that shows it; `nil` while that is open.
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

    /// How many more values the buffer holds than when the sink was paused; `nil` while it is not.
    var heldSincePause: Int? {
        guard case .paused(let since) = model.state(at: now.sequence) else { return nil }
        let later = model.log.entries(after: 0, upTo: now.sequence).filter { $0.time > since }
        return later.count { $0.kind == .buffered } - later.count { $0.kind == .unbuffered }
    }

    /// The name of the stage that holds the others back at present.
    var culprit: String? { stream.report(at: now)?.culprit?.ownName }

    /// Whether an event is the loss of a value.
    func isDrop(_ event: Int) -> Bool { model.log[sequence: event]?.kind == .dropped }
}

extension SignalKind {
    /// Whether such an event has a value.
    fileprivate var isOfValue: Bool { [.value, .offered, .dropped, .buffered, .unbuffered].contains(self) }
}
