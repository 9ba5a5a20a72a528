import FlowModel
import FlowTrace

/// The words of an inspector row: its name, and what it says.
struct InspectorText {
    let name: String
    let text: String

    /// The name and words of a row, `nil` for rows that are drawn another way.
    init?(_ row: InspectorRow) {
        switch row {
        case .holds(let values, let count, let capacity, let peak, let peakAt):
            name = "holds"
            let limit = capacity.map { " of \($0)" } ?? ""
            let shown = values.isEmpty ? "nothing" : values.joined(separator: " ")
            text = "\(shown)   \(count)\(limit), peak \(peak) at \(Seconds.text(peakAt))"
        case .ledger(let arrived, let left, let held, let dropped, let missing):
            name = "ledger"
            let end = missing == 0 ? "✓ adds up" : "✕ \(missing) missing"
            text = "in \(arrived) = out \(left) + held \(held) + dropped \(dropped)   \(end)"
        case .dropped(let values, let count):
            name = "dropped"
            text = Self.list(values, count)
        case .rate(let input, let output, let window):
            name = "rate"
            let out = output.map { "   out \(Seconds.rate($0))" } ?? ""
            text = "in \(Seconds.rate(input))\(out)   \(window.words)"
        case .demand(let outstanding, let last, let at, let spentBy):
            name = "demand"
            let request = last.map { "   last ▲\($0)" + (at.map { " at \(Seconds.text($0))" } ?? "") } ?? ""
            text = "\(outstanding) outstanding\(request)" + (spentBy.map { ", spent by \($0)" } ?? "")
        case .full(let strategy, let prefetch, let since, let lasts):
            name = "full"
            let state = since.map {
                "   since \(Seconds.text($0))" + (lasts.map { ", for \(Seconds.duration(nanoseconds: $0))" } ?? "")
            }
            text = strategy + (state ?? (prefetch.isEmpty ? "" : "   prefetch \(prefetch)"))
        case .pace(let interval, let nextIn, _, let waitsForSink):
            name = "pace"
            let next = nextIn.map { "   next in \(Seconds.duration(nanoseconds: $0))" } ?? ""
            text = "every \(interval)\(waitsForSink ? "   waits for the sink" : next)"
        case .waited: return nil
        default:
            guard let words = Self.others(row) else { return nil }
            (name, text) = words
        }
    }

    private static func others(_ row: InspectorRow) -> (String, String)? {
        switch row {
        case .sent(let count): ("sent", "\(count) \(count == 1 ? "value" : "values")")
        case .lost(let values, let count, let reason): ("lost", "\(list(values, count))   \(reason.name)")
        case .state(let state): ("state", words(state))
        case .asked(let count, let requests, let returned):
            ("asked", "\(count) in \(requests) \(requests == 1 ? "request" : "requests")   + returned \(returned)")
        case .received(let count, let sent): ("received", "\(count)" + (sent.map { " of \($0) sent" } ?? ""))
        case .replayed(let values, let kept):
            (
                "replayed",
                values.joined(separator: " ") + "   kept "
                    + kept.map { Seconds.duration(nanoseconds: $0) }.joined(separator: ", ")
            )
        case .latency(let least, let mean, let most, let count):
            (
                "latency",
                "in → out  least \(Seconds.duration(nanoseconds: least))  mean \(Seconds.duration(nanoseconds: mean))  most \(Seconds.duration(nanoseconds: most))"
                    + (count > 1 ? "  of \(count)" : "")
            )
        case .whenBusy(let levels):
            (
                "when busy",
                levels.map { $0.map(\.description).joined(separator: " ") }.joined(separator: " and ")
                    + (levels.joined().allSatisfy { $0 == .none }
                        ? "   gate shut" : levels.joined().contains(.none) ? "" : "   never 0")
            )
        case .arrivedBusy(let values): ("arrived", "\(values.count) values during work   \(values.joined(separator: " "))")
        case .note(let kind, let value, let since): (kind, "\(value)   since \(Seconds.text(since))")
        case .ended(let state, let received): ("ended", "\(words(state)), \(received) received")
        default: nil
        }
    }

    private static func list(_ values: [String], _ count: Int) -> String {
        let more = count > values.count ? "… " : ""
        return "\(count)   \(more)\(values.joined(separator: " "))"
    }

    private static func words(_ state: LaneState) -> String {
        switch state {
        case .idle: "nothing has happened yet"
        case .live: "▶ live"
        case .paused(let since): "‖ paused since \(Seconds.text(since))"
        case .finished(let at): "│ finished at \(Seconds.text(at))"
        case .failed(let at): "✕ failed at \(Seconds.text(at))"
        case .cancelled(let at): "⊘ cancelled at \(Seconds.text(at))"
        }
    }
}
