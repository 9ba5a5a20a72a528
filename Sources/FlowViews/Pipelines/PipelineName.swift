import FlowModel
import FlowScreen
import FlowTrace

/// A pipeline's name: its operators from source to sink, and how many edges lie beside them.
enum PipelineName {
    /// The name in some columns; operators in the middle are left out first.
    static func fitted(_ row: PipelineSummary, width: Int, signs: Signs) -> String {
        let more = more(row)
        let stages = row.stages.map(TextWidth.sanitised)
        var kept = stages.count
        while kept > 2 {
            let text = text(stages, keeping: kept, signs) + more
            if TextWidth.width(of: text) <= width { return text }
            kept -= 1
        }
        return TextWidth.cut(text(stages, keeping: kept, signs) + more, to: width, mark: signs.cut)
    }

    /// How many edges lie beside the stages, and whether something of any edge cannot be trusted.
    private static func more(_ row: PipelineSummary) -> String {
        let edges = row.more > 0 ? "  +\(row.more) \(row.more == 1 ? "edge" : "edges")" : ""
        return edges + (row.doubts.isEmpty ? "" : "  \(EdgeDoubts.sign) \(row.doubts.word)")
    }

    private static func text(_ stages: [String], keeping kept: Int, _ signs: Signs) -> String {
        let arrow = " \(signs.crumb) "
        guard kept < stages.count else { return stages.joined(separator: arrow) }
        let front = (kept + 1) / 2
        let shown = Array(stages.prefix(front)) + ["\(signs.cut)"] + Array(stages.suffix(kept - front))
        return shown.joined(separator: arrow)
    }
}
