import FlowModel
import FlowScreen
import FlowText
import FlowTrace
import FlowVerdict

/// A pipeline's name: its operators from source to sink, the number of further subscriptions, and the number of streams that have taken its
/// place.
enum PipelineName {
    /// The name of a line in some columns: with its place if that has no column, and with the number of pipelines that share it. The name of a
    /// test's line is that of the test.
    ///
    /// - Parameter isAtEnd: Whether the program has ended: what has not ended is open then.
    static func fitted(
        _ line: PipelineListing.Line, place: SourcePlace?, isAtEnd: Bool, width: Int, signs: Signs
    ) -> String {
        guard line.fold != nil else {
            let location = place.map { self.place($0, width: width, signs) } ?? ""
            let room = max(0, width - TextWidth.width(of: location))
            return TextWidth.cut(location + fitted(line.row.summary, width: room, signs: signs), to: width, mark: signs.cut)
        }
        let shared = "\(line.isOpen ? signs.captionMark : signs.crumb) "
        let count = count(of: line, isAtEnd: isAtEnd, width: width - TextWidth.width(of: shared), signs)
        let room = max(0, width - TextWidth.width(of: shared + count))
        if let tests = line.fold?.tests {
            return shared + TextWidth.cut(TextWidth.sanitised(tests.words), to: room, mark: signs.cut) + count
        }
        let location = place.map { self.place($0, width: room, signs) } ?? ""
        let name = path(line.row.summary.shape, width: room - TextWidth.width(of: location), signs)
        return shared + TextWidth.cut(location + name, to: room, mark: signs.cut) + count
    }

    /// The number of pipelines that share a line, and of the open ones if a stage's name has room beside both.
    private static func count(of line: PipelineListing.Line, isAtEnd: Bool, width: Int, _ signs: Signs) -> String {
        // Only a test's line may have a single pipeline.
        guard line.members.count > 1 else { return "" }
        let count = "  \(signs.times)\(line.members.count)"
        let whole = !isAtEnd ? "\(count), \(line.live) live" : line.live > 0 ? "\(count), \(line.live) open" : count
        return width - TextWidth.width(of: whole) >= leastStage ? whole : count
    }

    /// The place before a name: with its function in half of the width, else in two thirds.
    private static func place(_ place: SourcePlace, width: Int, _ signs: Signs) -> String {
        let short = TextWidth.sanitised(place.short)
        guard width < .max, TextWidth.width(of: short) > width / 2 else { return short + "  " }
        let line = SourcePlace(function: "", file: place.file, line: place.line, module: place.module)
        return (place.address == nil ? line : place).fitted(width * 2 / 3, signs: signs) + "  "
    }

    /// `▸ 43 over, nothing wrong: 25 finished, 18 cancelled; 1 of them dropped 1 value`.
    static func quiet(_ line: PipelineListing.Line, _ signs: Signs) -> String {
        let finished = line.members.count { row in
            if case .finished = row.summary.state { true } else { row.verdict?.kind == .finished }
        }
        let letGo = line.members.count { if case .letGo = $0.summary.state { true } else { false } }
        let cancelled = line.members.count - finished - letGo
        let parts = [(finished, "finished"), (cancelled, "cancelled"), (letGo, "let go")].filter { $0.0 > 0 }
        let kinds = parts.map { "\($0.0) \($0.1)" }.joined(separator: ", ")
        let sign = line.isOpen ? signs.captionMark : signs.crumb
        let counts = PipelineCounts(line.members.compactMap(\.report))
        let head = "\(sign) \(line.members.count) over\(counts.isWell ? ", nothing wrong" : ""): \(kinds)"
        return ([head] + counts.remarks).joined(separator: "; ")
    }

    /// The stages that fit, without the middle ones if they do not.
    private static func path(_ stages: [String], width: Int, _ signs: Signs) -> String {
        let stages = stages.map(TextWidth.sanitised)
        let whole = text(stages, keeping: stages.count, signs)
        guard TextWidth.width(of: whole) > width else { return whole }
        let names = stages.map(label(of:))
        let kept = (2...max(2, names.count)).reversed().first {
            TextWidth.width(of: text(names, keeping: $0, signs)) <= width
        }
        if let kept { return text(names, keeping: kept, signs) }
        // A label, such as an address, tells one stream from others only as a whole.
        let isLabelled = names.first != stages.first
        return isLabelled ? start(names, width: width, signs) : cut(names, width: width, signs)
    }

    /// The label of a stage without its operator, if it has one: `orders` of `map "orders"`.
    private static func label(of stage: String) -> String {
        guard stage.hasSuffix("\""), let quote = stage.firstRange(of: " \"") else { return stage }
        return String(stage[quote.upperBound...].dropLast())
    }

    /// The first and the last stage, cut before the lines or words that tell them from others.
    private static func cut(_ stages: [String], width: Int, _ signs: Signs) -> String {
        let ends = stages.count > 1 ? [stages[0], stages[stages.count - 1]] : stages
        let others = TextWidth.width(of: text(stages, keeping: 2, signs)) - ends.map { TextWidth.width(of: $0) }.reduce(0, +)
        let room = width - others
        guard room >= leastStage * ends.count else { return start(stages, width: width, signs) }
        let names = NameCut.names(ends, room: room, mark: signs.cut)
        return text([names[0]] + stages.dropFirst().dropLast() + names.dropFirst(), keeping: 2, signs)
    }

    /// The first stage alone, for a few columns.
    private static func start(_ stages: [String], width: Int, _ signs: Signs) -> String {
        let more = stages.count > 1 ? " \(signs.crumb) \(signs.cut)" : ""
        let first = stages.first ?? ""
        let isWhole = TextWidth.width(of: first + more) <= width
        return isWhole ? first + more : NameCut.name(first, to: max(0, width), mark: signs.cut)
    }

    /// The minimum width of a stage's name beside another.
    private static let leastStage = 7

    /// The name in some columns. Operators in the middle are omitted first.
    static func fitted(_ row: PipelineSummary, width: Int, signs: Signs) -> String {
        for lives in [row.lives?.words, row.lives?.brief].compactMap(\.self) {
            let text = fitted(row, "  \(signs.prose(lives))" + more(row), width: width, signs: signs)
            if TextWidth.width(of: text) <= width { return text }
        }
        return TextWidth.cut(fitted(row, more(row), width: width, signs: signs), to: width, mark: signs.cut)
    }

    private static func fitted(_ row: PipelineSummary, _ more: String, width: Int, signs: Signs) -> String {
        path(row.stages, width: width - TextWidth.width(of: more), signs) + more
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
