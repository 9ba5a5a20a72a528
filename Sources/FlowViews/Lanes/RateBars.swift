import FlowModel
import FlowScreen
import FlowTrace

/// Draws a lane with many values as bars, one for the number of values in each cell. Above the bars are the scale, the drops, and
/// the few values that matter.
struct RateBars: LanePart {
    let lane: ScreenLane
    let context: LaneContext
    let rate: LaneRate

    // MARK: Bars

    func draw(into surface: inout Surface, y: Int) {
        let followed = Set(followedMarks.map { axis.column(of: $0.time) })
        let cells = 1_000_000_000 / Double(axis.cell)
        for (column, count) in rate.values.enumerated() where count > 0 {
            let eighths = Scale.eighths(count * cells, top: rate.scale.top, rows: 1)
            let style = Style(rate.dropped[column] >= count ? .lost : lane.valueRole)
            surface.put(
                signs.bars[eighths - 1], x: axis.x + column, y: y,
                style: followed.contains(column) ? style.bold().underlined() : style)
        }
    }

    // MARK: Labels

    /// Adds the first value, the last dropped one, the followed one, and the scale.
    func addLabels(to labels: inout LabelRow) {
        let first = history.mark(number: 1, of: lane.valueCount, upTo: context.sequence)
        if let first { addLabel(of: first, to: &labels, lane.valueRole) }
        if let drop = history.lastMark(of: \.dropped, upTo: context.sequence) { addLabel(of: drop, to: &labels, .lost) }
        for mark in followedMarks { addLabel(of: mark, to: &labels, lane.valueRole, isFollowed: true) }
        labels.add("0\(signs.range)\(rate.scale.text)", at: 0, style: Style(.muted))
    }

    private func addLabel(of mark: Mark, to labels: inout LabelRow, _ role: Role, isFollowed: Bool = false) {
        let text = model.text(of: mark.sequence)
        guard mark.time >= history.knownFrom, !text.isEmpty, text != StreamModel.undescribed else { return }
        let sign = mark.kind == .dropped ? String(signs.dropped) : ""
        let style = Style(role).bold()
        labels.add(
            sign + LabelRow.cut(text, signs: signs), at: axis.column(of: mark.time),
            style: isFollowed ? style.underlined() : style)
    }

    /// The distance from the caption's event within which its value is searched on other lanes, in events of the lane.
    private static let reach = 64

    /// The events of the followed value, or of the value in the caption.
    private var followedMarks: [Mark] {
        if let followed = context.pane.followed { return followed.compactMap(history.mark).filter { $0.kind == lane.valueKind } }
        guard let text = context.followed, let captionEvent = context.captionEvent else { return [] }
        let end = history.countOfMarks(upTo: captionEvent)
        let near = history.marks[
            max(0, end - RateBars.reach)..<min(end + RateBars.reach, history.countOfMarks(upTo: context.sequence))]
        let same = near.filter { $0.kind == lane.valueKind && model.text(of: $0.sequence) == text }
        return same.min { distance(of: $0, to: captionEvent) < distance(of: $1, to: captionEvent) }.map { [$0] } ?? []
    }

    private func distance(of mark: Mark, to sequence: Int) -> Int { abs(mark.sequence - sequence) }
}

/// Draws the sign of a drop over each column with drops, unless a text is there.
struct DropSigns {
    /// The number of dropped values in each column.
    let drops: [Double]
    let context: LaneContext

    private var axis: TimeAxis { context.axis }

    func draw(into surface: inout Surface, y: Int) {
        let free = drops.indices.filter { column in
            drops[column] > 0 && (column - 1...column + 1).allSatisfy { isBlank($0, in: surface, y: y) }
        }
        for column in free { surface.put(context.signs.dropped, x: axis.x + column, y: y, style: Style(.lost).bold()) }
    }

    private func isBlank(_ column: Int, in surface: Surface, y: Int) -> Bool {
        !axis.columns.contains(column) || surface[axis.x + column, y].character == " "
    }
}
