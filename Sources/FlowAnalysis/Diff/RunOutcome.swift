import FlowModel
import FlowTrace

/// What a run has come to, in the few figures by which two runs are compared at a glance.
public struct RunOutcome: Hashable, Sendable {
    /// Values that the outputs got.
    public let delivered: Int
    /// Values that were lost, wherever that was.
    public let lost: Int
    /// The most values that a buffer held at once; `nil` where there is no buffer.
    public let mostHeld: Int?
    /// The first few of the values that were lost, in order.
    public let firstLost: [String]
    /// How the run ended, or that it has not.
    public let end: LaneState

    /// Sums up a run as far as it is known.
    ///
    /// - Complexity: O(lanes · log *n*) for *n* events.
    public init(of model: StreamModel) {
        let totals = model.lanes.map { ($0.spec.role, $0.totals(upTo: .max)) }
        delivered = totals.filter { $0.0 == .output }.reduce(0) { $0 + $1.1.values }
        lost = totals.reduce(0) { $0 + $1.1.dropped }
        let drops = model.lanes.flatMap { lane in
            (1...RunOutcome.named).compactMap { lane.mark(number: $0, of: \.dropped, upTo: .max)?.sequence }
        }
        firstLost = drops.sorted().prefix(RunOutcome.named).map { model.text(of: $0) }
        mostHeld = model.lanes.filter { $0.spec.role == .buffer }.map { $0.peak(upTo: .max).held }.max()
        end = model.state(at: model.log.count)
    }

    /// What differs from another run: `4 delivered instead of 6, 0 lost instead of 4`.
    public func words(insteadOf other: RunOutcome) -> String {
        var parts: [String] = []
        if delivered != other.delivered { parts.append("\(delivered) delivered instead of \(other.delivered)") }
        if lost != other.lost { parts.append("\(lost) lost instead of \(other.lost)") }
        if lost == other.lost, firstLost != other.firstLost {
            parts.append("\(lost) lost as before, but others: \(list(firstLost)) instead of \(list(other.firstLost))")
        }
        if let mostHeld, let before = other.mostHeld, mostHeld != before {
            parts.append("at most \(mostHeld) held instead of \(before)")
        }
        if let change = change(from: other.end) { parts.append(change) }
        return parts.isEmpty ? "as many delivered, lost and held as before" : parts.joined(separator: ", ")
    }

    /// How many lost values are named.
    private static let named = 3

    private func list(_ values: [String]) -> String {
        values.joined(separator: " ") + (lost > values.count ? " …" : "")
    }

    private func change(from other: LaneState) -> String? {
        let (new, old) = (RunOutcome.words(for: end), RunOutcome.words(for: other))
        if new == old { return nil }
        guard new.deed == old.deed, let time = old.time else { return "\(new.whole) instead of \(old.whole)" }
        return "\(new.whole) instead of \(time)"
    }

    private struct End: Equatable {
        var deed: String
        var time: String?

        var whole: String {
            time.map { "\(deed) at \($0)" } ?? deed
        }
    }

    private static func words(for state: LaneState) -> End {
        switch state {
        case .finished(let at): End(deed: "finished", time: Seconds.text(at))
        case .failed(let at): End(deed: "failed", time: Seconds.text(at))
        case .cancelled(let at): End(deed: "cancelled", time: Seconds.text(at))
        case .idle, .live, .paused: End(deed: "no end yet")
        }
    }
}
