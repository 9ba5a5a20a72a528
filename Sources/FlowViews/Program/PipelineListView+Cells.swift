import FlowModel
import FlowScreen
import FlowText
import FlowTrace
import FlowVerdict

extension PipelineListView {
    /// The text of a line in a column. A line of several pipelines has their sums, and the highest of peaks and waits.
    func cell(_ kind: PipelineColumns.Kind, of line: PipelineListing.Line) -> (String, Style) {
        let rows = line.members.isEmpty ? [line.row] : line.members
        switch kind {
        case .state: return state(of: line, width: .max)
        case .place: return (line.row.place.map { TextWidth.sanitised($0.short) } ?? "", Style(.muted))
        case .life: return (rows.map(\.life).max().map(ListDuration.text) ?? "", Style(.muted))
        case .asked:
            let asked = rows.map(\.summary.outstanding).reduce(.none, +)
            let text = asked == .unlimited ? String(signs.unlimited) : asked.description
            return (text, asked == .none ? Style(.muted) : Style(.asked))
        case .held:
            let held = rows.map(\.summary.held)
            let sum = HeldCount(held.map(\.count).reduce(0, +), isLeast: held.contains(where: \.isLeast))
            return (signs.prose(sum.short), sum.count > 0 ? Style(.held).bold() : Style(.ghost))
        case .peak:
            guard let row = rows.max(by: { $0.peak < $1.peak }), row.peak > 0 else { return ("0", Style(.ghost)) }
            return (row.limit.map { "\(row.peak)/\($0)" } ?? "\(row.peak)", Style(.held))
        case .growth: return growth(rows.compactMap(\.growth))
        case .wait:
            guard let wait = rows.compactMap(\.longestWait).max(), wait > 0 else { return (signs.prose("–"), Style(.ghost)) }
            return (ListDuration.text(wait), Style(.held))
        case .dropped:
            let dropped = rows.map(\.summary.dropped).reduce(0, +)
            return (String(dropped), dropped > 0 ? Style(.lost).bold() : Style(.ghost))
        case .rateIn: return rate(rows.rated.map(\.summary.rateIn), Style(.sent))
        case .recentIn: return (recent(line, \.sources), Style(.sent))
        case .rateOut: return rate(rows.rated.map(\.summary.rateOut), Style(.got))
        case .recentOut: return (recent(line, \.sinks), Style(.got))
        }
    }

    /// The rates of the last minute as bars; both sides of a pipeline have one scale.
    private func recent(_ line: PipelineListing.Line, _ side: (RecentValues) -> [Double]) -> String {
        line.recent.map { RecentCells.text(side($0), top: $0.top, signs: signs) } ?? ""
    }

    /// A sum of growths in few characters, as `+12` or `-0.5` values a second; a dash if there is none.
    private func growth(_ growths: [Double]) -> (String, Style) {
        let sum = growths.reduce(0, +)
        guard !growths.isEmpty, sum != 0 else { return (growths.isEmpty ? signs.prose("–") : "0", Style(.ghost)) }
        let text = rateText(abs(sum))
        return ("\(sum > 0 ? "+" : "-")\(text)", sum > 0 ? Style(.held) : Style(.muted))
    }

    func state(of line: PipelineListing.Line, width: Int) -> (String, Style) {
        let row = line.row
        let hasEnded = list.programs[row.id.program]?.hasEnded == true
        return switch row.summary.state {
        case .idle where hasEnded, .live where hasEnded, .paused where hasEnded: ("\(signs.finished) ended", Style(.strong))
        case .idle: ("idle", Style(.muted))
        case .live: live(line, width: width)
        case .paused: ("\(signs.paused) paused", Style(.asked))
        case .finished:
            withDrops(shared(finished, by: line, width) { if case .finished = $0 { true } else { false } }, line, width)
        case .failed: shared(failed, by: line, width) { if case .failed = $0 { true } else { false } }
        case .letGo: withDrops(shared(letGo, by: line, width) { if case .letGo = $0 { true } else { false } }, line, width)
        case .cancelled:
            withDrops(shared(cancelled, by: line, width) { if case .cancelled = $0 { true } else { false } }, line, width)
        }
    }

    /// The end of a line's pipelines: `! 8 of 15 failed` if not all of them ended like the one in most trouble.
    private func shared(
        _ end: (text: String, style: Style), by line: PipelineListing.Line, _ width: Int, _ isAlike: (LaneState) -> Bool
    ) -> (String, Style) {
        let count = line.members.count { isAlike($0.summary.state) }
        guard count < line.members.count, let sign = end.text.first else { return end }
        let text = "\(sign) \(count) of \(line.members.count)\(end.text.dropFirst())"
        return TextWidth.width(of: text) <= width ? (text, end.style) : end
    }

    /// `│ finished, 3 dropped`, or the end alone.
    private func withDrops(_ end: (text: String, style: Style), _ line: PipelineListing.Line, _ width: Int) -> (String, Style) {
        let rows = line.members.isEmpty ? [line.row] : line.members
        let dropped = rows.map(\.summary.dropped).reduce(0, +)
        let text = "\(end.text), \(dropped) dropped"
        return dropped > 0 && TextWidth.width(of: text) <= width ? (text, Style(.lost)) : end
    }

    private var finished: (String, Style) { ("\(signs.finished) finished", Style(.strong)) }
    private var failed: (String, Style) { ("\(signs.failed) failed", Style(.error)) }
    private var letGo: (String, Style) { ("\(signs.cancelled) let go", Style(.muted)) }
    private var cancelled: (String, Style) { ("\(signs.cancelled) cancelled", Style(.muted)) }

    /// The verdict in a few words, cut to fit; of several pipelines, how many share it. A pipeline may be over although an idle iterator is
    /// left.
    private func live(_ line: PipelineListing.Line, width: Int) -> (String, Style) {
        guard let verdict = line.row.verdict, verdict.kind != .unknown else {
            return list.isAtEnd ? ("open at the end", Style(.muted)) : ("\(signs.live) live", Style(.got))
        }
        let (count, style) = (line.members.count { $0.verdict?.kind == verdict.kind }, Style(VerdictView.role(of: verdict.kind)))
        let share = count < line.members.count ? "\(count) of \(line.members.count) " : ""
        switch verdict.kind {
        case .finished: return finished
        case .failed: return failed
        case .cancelled: return verdict.isLetGo ? letGo : cancelled
        case .flowing: return ("\(signs.live) \(share)flowing", style)
        case .waitingForSource, .heldBack, .dropping, .leakingDemand, .unread, .stalled, .unknown: break
        }
        let brief = share.isEmpty ? brief(verdict, of: line) : share + verdict.kind.word
        // A cut name is better than none, unless the column only has room for the state's word.
        guard TextWidth.width(of: brief) > width else { return (brief, style) }
        return (width > 14 ? NameCut.sentence(brief, to: width, mark: signs.cut) : verdict.kind.word, style)
    }

    /// The most pipelines of a line whose words are compared.
    private static let mostCompared = 100

    /// The words of a verdict; of several pipelines, the words that are true of each: without the numbers of their stages, or the state alone.
    private func brief(_ verdict: Verdict, of line: PipelineListing.Line) -> String {
        func words(_ verdict: Verdict?) -> String { TextWidth.sanitised(signs.prose(verdict?.brief ?? "")) }
        guard line.members.count > 1 else { return words(verdict) }
        let alike = { (text: String) in text.replacing(#/ #\d+| \d+$/#, with: "") }
        let own = alike(words(verdict))
        let isShared =
            line.members.count <= PipelineListView.mostCompared && line.members.allSatisfy { alike(words($0.verdict)) == own }
        return isShared ? own : verdict.kind.word
    }

    /// A sum of rates in few characters; a dash if there is none.
    private func rate(_ rates: [Double?], _ style: Style) -> (String, Style) {
        let known = rates.compactMap(\.self)
        guard !known.isEmpty else { return (signs.prose("–"), Style(.ghost)) }
        let rate = known.reduce(0, +)
        return (rateText(rate), rate > 0 ? style : Style(.ghost))
    }

    private func rateText(_ rate: Double) -> String {
        rate >= 100 || rate == rate.rounded() ? String(Int(min(rate.rounded(), 1e9))) : String((rate * 10).rounded() / 10)
    }
}

/// A duration in at most five characters: `0.3ms`, `12ms`, `1.2s`, `48s`, `12m`, `3h`, `2d`.
enum ListDuration {
    static func text(_ nanoseconds: UInt64) -> String {
        let seconds = Double(nanoseconds) / 1e9
        return switch seconds {
        case ..<0.000_001: "0s"
        case ..<0.001: "\(Int(seconds * 1e6))µs"
        case ..<0.995: "\(Int((seconds * 1e3).rounded()))ms"
        case ..<9.95: "\((seconds * 10).rounded() / 10)s"
        case ..<120: "\(Int(seconds.rounded()))s"
        case ..<7_200: "\(Int(seconds / 60))m"
        case ..<172_800: "\(Int(seconds / 3_600))h"
        default: "\(Int(min(seconds / 86_400, 9_999)))d"
        }
    }
}
