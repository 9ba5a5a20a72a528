import FlowModel
import FlowScreen
import FlowText
import FlowTrace
import FlowVerdict

/// A pipeline's name: its operators from source to sink, the number of further subscriptions, and the number of streams that have taken its
/// place.
enum PipelineName {
    /// The name of a line in some columns: with its place if that has no column, and with the number of pipelines that share it.
    static func fitted(_ line: PipelineListing.Line, place: SourcePlace?, width: Int, signs: Signs) -> String {
        let shared = line.fold.map { _ in "\(line.isOpen ? signs.captionMark : signs.crumb) " } ?? ""
        let count = line.fold.map { _ in "  \(signs.times)\(line.members.count), \(line.live) live" } ?? ""
        let stages = line.fold == nil ? line.row.summary.stages : line.row.summary.shape
        let location = place.map { self.place($0, beside: whole(line, signs), width: width) } ?? ""
        let room = width - TextWidth.width(of: shared + location + count)
        guard line.fold == nil else {
            return TextWidth.cut(
                shared + location + TextWidth.cut(path(stages, width: room, signs), to: max(0, room), mark: signs.cut) + count,
                to: width, mark: signs.cut)
        }
        return TextWidth.cut(location + fitted(line.row.summary, width: max(0, room), signs: signs), to: width, mark: signs.cut)
    }

    /// The width of a name that is not shortened.
    static func whole(_ line: PipelineListing.Line, _ signs: Signs) -> Int {
        let stages = line.fold == nil ? line.row.summary.stages : line.row.summary.shape
        let count = line.fold.map { _ in "\(signs.crumb)   \(signs.times)\(line.members.count), \(line.live) live" } ?? ""
        return TextWidth.width(of: text(stages.map(TextWidth.sanitised), keeping: stages.count, signs) + count)
    }

    /// The place before a name: one that the program gave stays, and shortens the name; one of a stack stands beside a name that is
    /// whole, without its function if need be.
    private static func place(_ place: SourcePlace, beside name: Int, width: Int) -> String {
        let line = place.lineText
        guard !place.function.isEmpty else { return TextWidth.sanitised(line) + "  " }
        let texts = [place.short, line].map { TextWidth.sanitised($0) + "  " }
        return texts.first { name + TextWidth.width(of: $0) <= width } ?? (name > width ? texts[1] : "")
    }

    /// `▸ 43 over, nothing wrong: 25 finished, 18 cancelled; 1 of them dropped 1 value`.
    static func quiet(_ line: PipelineListing.Line, _ signs: Signs) -> String {
        let finished = line.members.count { row in
            if case .finished = row.summary.state { true } else { row.verdict?.kind == .finished }
        }
        let parts = [(finished, "finished"), (line.members.count - finished, "cancelled")].filter { $0.0 > 0 }
        let kinds = parts.map { "\($0.0) \($0.1)" }.joined(separator: ", ")
        let sign = line.isOpen ? signs.captionMark : signs.crumb
        let losses = line.members.map(\.summary.dropped).filter { $0 > 0 }
        let lost = losses.reduce(0, +)
        let dropped = losses.isEmpty ? "" : "; \(losses.count) of them dropped \(lost) \(lost == 1 ? "value" : "values")"
        return "\(sign) \(line.members.count) over, nothing wrong: \(kinds)\(dropped)"
    }

    /// The stages that fit, without the middle ones if they do not.
    private static func path(_ stages: [String], width: Int, _ signs: Signs) -> String {
        let stages = stages.map(TextWidth.sanitised)
        let kept = (2...max(2, stages.count)).reversed().first {
            TextWidth.width(of: text(stages, keeping: $0, signs)) <= width
        }
        return text(stages, keeping: kept ?? 2, signs)
    }

    /// The name in some columns. Operators in the middle are omitted first.
    static func fitted(_ row: PipelineSummary, width: Int, signs: Signs) -> String {
        for lives in [row.lives?.words, row.lives?.brief].compactMap(\.self) {
            let text = fitted(row, "  \(signs.prose(lives))" + more(row), width: width, signs: signs)
            if TextWidth.width(of: text) <= width { return text }
        }
        return TextWidth.cut(fitted(row, more(row), width: width, signs: signs), to: width, mark: signs.cut)
    }

    private static func fitted(_ row: PipelineSummary, _ more: String, width: Int, signs: Signs) -> String {
        let stages = row.stages.map(TextWidth.sanitised)
        var kept = stages.count
        while kept > 2 {
            let text = text(stages, keeping: kept, signs) + more
            if TextWidth.width(of: text) <= width { return text }
            kept -= 1
        }
        return text(stages, keeping: kept, signs) + more
    }

    /// The number of subscriptions beside the stages, and a sign if an edge is uncertain.
    private static func more(_ row: PipelineSummary) -> String {
        let others = row.more > 0 ? "  +\(row.more) \(row.more == 1 ? "subscription" : "subscriptions")" : ""
        return others + (row.doubts.isEmpty ? "" : "  \(EdgeUncertainty.sign) \(row.doubts.word)")
    }

    private static func text(_ stages: [String], keeping kept: Int, _ signs: Signs) -> String {
        let arrow = " \(signs.crumb) "
        guard kept < stages.count else { return stages.joined(separator: arrow) }
        let front = (kept + 1) / 2
        let shown = Array(stages.prefix(front)) + ["\(signs.cut)"] + Array(stages.suffix(kept - front))
        return shown.joined(separator: arrow)
    }
}
