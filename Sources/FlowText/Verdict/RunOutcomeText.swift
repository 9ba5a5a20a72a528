import FlowAnalysis
import FlowModel
import FlowTrace

extension RunOutcome {
    /// The most subscribers named.
    private static let named = 3

    /// The differences from another run: `output got 4 instead of 6, 0 dropped instead of 4`.
    public func words(insteadOf other: RunOutcome) -> String {
        var parts: [String] = []
        let changed = zip(delivered, other.delivered).filter { $0.count != $1.count }
        parts += changed.prefix(RunOutcome.named).map { "\($0.lane) got \($0.count) instead of \($1.count)" }
        if changed.count > RunOutcome.named { parts.append("\(changed.count - RunOutcome.named) others got more or less") }
        if lost != other.lost { parts.append("\(lost) dropped instead of \(other.lost)") }
        if lost == other.lost, firstLost != other.firstLost {
            parts.append("\(lost) dropped as before, now \(list(firstLost)) instead of \(list(other.firstLost))")
        }
        if let mostHeld, let before = other.mostHeld, mostHeld != before {
            parts.append("at most \(mostHeld) held instead of \(before)")
        }
        if let change = change(from: other.end) { parts.append(change) }
        return parts.isEmpty ? "same numbers delivered, dropped and held as before" : parts.joined(separator: ", ")
    }

    private func list(_ values: [String]) -> String { values.joined(separator: ", ") + (lost > values.count ? ", …" : "") }

    private func change(from other: LaneState) -> String? {
        let (new, old) = (RunOutcome.words(for: end), RunOutcome.words(for: other))
        if new == old { return nil }
        guard new.deed == old.deed, let time = old.time else { return "\(new.whole) instead of \(old.whole)" }
        return "\(new.whole) instead of \(time)"
    }

    private struct End: Equatable {
        var deed: String
        var time: String?

        var whole: String { time.map { "\(deed) at \($0)" } ?? deed }
    }

    private static func words(for state: LaneState) -> End {
        switch state {
        case .finished(let at): End(deed: "finished", time: Seconds.text(at))
        case .failed(let at): End(deed: "failed", time: Seconds.text(at))
        case .cancelled(let at): End(deed: "cancelled", time: Seconds.text(at))
        case .letGo(let at): End(deed: "let go", time: Seconds.text(at))
        case .idle, .live, .paused: End(deed: "no end yet")
        }
    }
}
