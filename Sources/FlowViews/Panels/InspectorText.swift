import FlowAnalysis
import FlowModel
import FlowScreen
import FlowText
import FlowTrace

/// The words of an inspector row: its name, and what it says, in wordings of falling length.
struct InspectorText {
    let name: String
    let wordings: [String]

    /// The longest wording that fits, else what fits of the shortest.
    func text(room: Int, cut: Character) -> String {
        wordings.first { TextWidth.width(of: $0) <= room } ?? TextWidth.cut(wordings.last ?? "", to: room, mark: cut)
    }

    /// The same for a set of signs.
    func inSigns(_ signs: Signs) -> InspectorText {
        signs.isASCII ? InspectorText(name: name, wordings: wordings.map(ASCII.text)) : self
    }

    private init(name: String, wordings: [String]) {
        self.name = name
        self.wordings = wordings
    }

    /// The name and words of a row, `nil` for rows that are drawn another way.
    init?(_ row: InspectorRow) {
        switch row {
        case .ledger:
            guard let ledger = LedgerText(row) else { return nil }
            (name, wordings) = ("ledger", ledger.wordings)
        case .rate(let input, let output, let window):
            name = "rate"
            let out = output.map { "   out \(Seconds.rate($0))" } ?? ""
            wordings = ["in \(Seconds.rate(input))\(out)   \(window.words)"]
        case .demand(let outstanding, let last, let at, let isReturned, let spentBy):
            name = "demand"
            let sign = isReturned ? "+" : "▲"
            let request = last.map { "   last \(sign)\($0)" + (at.map { " at \(Seconds.text($0))" } ?? "") } ?? ""
            let text = "\(outstanding) outstanding\(request)"
            wordings = (spentBy.map { ["\(text), spent by \($0)"] } ?? []) + [text]
        case .full(let strategy, let prefetch, let since, let lasts):
            name = "full"
            let state = since.map {
                "   since \(Seconds.text($0))" + (lasts.map { ", for \(Seconds.duration(nanoseconds: $0))" } ?? "")
            }
            wordings = [strategy + (state ?? (prefetch.isEmpty ? "" : "   prefetch \(prefetch)"))]
        case .pace(let interval, let nextIn, _, let waitsForSink):
            name = "pace"
            let next = nextIn.map { "   next in \(Seconds.duration(nanoseconds: $0))" } ?? ""
            wordings = ["every \(interval)\(waitsForSink ? "   waits for the sink" : next)"]
        case .doubt(let doubt):
            name = "doubt"
            wordings = doubt.wordings
        case .holds, .dropped, .waited, .breach, .journey: return nil
        default:
            guard let words = Self.others(row) else { return nil }
            name = words.0
            wordings = [words.1]
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
                "least \(Seconds.duration(nanoseconds: least))  mean \(Seconds.duration(nanoseconds: mean))  most \(Seconds.duration(nanoseconds: most))"
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
        case .undescribed(let type): ("values", (type ?? "of some type") + ", not written down; record --values all shows them")
        case .labelled(let place): ("label at", TextWidth.sanitised(place.description))
        case .ended(let state, let received): ("ended", "\(words(state)), \(received) received")
        default: nil
        }
    }

    /// What came in, and where it went.
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
