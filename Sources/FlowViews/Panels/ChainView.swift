import FlowModel
import FlowScreen
import FlowTrace

/// Draws the chain from source to sink, and at the right the time span of a cell.
struct ChainView {
    let pane: PaneState
    let cell: UInt64
    let signs: Signs
    /// The name of the selected lane, whose stage is emphasised.
    let selected: String

    func draw(into surface: inout Surface, y: Int) {
        let scale = pane.isByEvent ? "event by event" : "\(TraceTime(nanoseconds: cell)) s/cell"
        let arrows = "values \(signs.chainArrow)   \(signs.demandArrow) demand"
        let width = surface.width
        // A chain that does not fit beside the scale takes the scale's place.
        let limit =
            [width - scale.count - 3, width - 1].first { ChainRow.fits(pane.chain, width: $0 - 1, signs: signs) } ?? width - 1
        let end = drawStages(into: &surface, y: y, limit: limit)
        guard end < width - scale.count - 1 else { return }
        surface.put(scale, x: width - scale.count - 1, y: y, style: Style(.muted))
        let arrowsStart = width - scale.count - 11 - TextWidth.width(of: arrows)
        if arrowsStart > end + 2 { surface.put(arrows, x: arrowsStart, y: y, style: Style(.muted)) }
    }

    private func drawStages(into surface: inout Surface, y: Int, limit: Int) -> Int {
        var x = 1
        let pause = isPaused ? " \(signs.paused) requests nothing " : ""
        let room = limit - x - (isPaused ? TextWidth.width(of: pause) + 1 : 0)
        for piece in ChainRow.fitting(pane.chain, width: room, signs: signs) {
            let style = piece.isStage ? piece.name == selected ? Style(.strong).bold() : Style() : Style(.asked)
            x += surface.put(piece.text, x: x, y: y, style: style, limit: limit - x)
        }
        if isPaused {
            x += surface.put(pause, x: x + 1, y: y, style: Style(.ink, on: .paused).bold(), limit: limit - x)
        }
        return x
    }

    private var isPaused: Bool { if case .paused = pane.model.state(at: pane.shown.sequence) { true } else { false } }
}

/// A chain in a row of text: `source ──▸ (buffer ──▸ pace │ throttle)`.
enum ChainRow {
    /// A stage, or the text between two.
    struct Piece: Equatable {
        let text: String
        /// The stage's name, `nil` for the text between two.
        let name: String?
        var isStage: Bool { name != nil }
    }

    /// The row in at most `width` columns: if necessary with short arrows, without details, or cut.
    static func fitting(_ shape: ChainShape, width: Int, signs: Signs) -> [Piece] {
        let rows = rows(of: shape, signs: signs)
        return rows.first { columns(of: $0) <= width } ?? cut(rows[rows.count - 1], to: width, mark: signs.cut)
    }

    /// Whether some wording of the row needs no more than `width` columns.
    static func fits(_ shape: ChainShape, width: Int, signs: Signs) -> Bool {
        rows(of: shape, signs: signs).contains { columns(of: $0) <= width }
    }

    /// The row in wordings of decreasing length.
    private static func rows(of shape: ChainShape, signs: Signs) -> [[Piece]] {
        let short = "\(signs.crumb)"
        let wordings = [(signs.chainArrow, Int.max), (short, .max), (signs.chainArrow, brief), (short, brief), (short, 0)]
        return wordings.map { arrow, detail in
            pieces(of: shape, arrow: " \(arrow) ", detail: detail, signs: signs, isInner: false)
        }
    }

    /// The maximum width of a stage's details, in columns, if all details together do not fit.
    private static let brief = 40

    private static func columns(of row: [Piece]) -> Int { row.reduce(0) { $0 + TextWidth.width(of: $1.text) } }

    /// - Parameters:
    ///   - detail: The maximum number of columns of a stage's details.
    ///   - isInner: Whether there are stages before or after it.
    private static func pieces(
        of shape: ChainShape, arrow: String, detail room: Int, signs: Signs, isInner: Bool
    ) -> [Piece] {
        func sign(_ text: String) -> Piece { Piece(text: text, name: nil) }
        switch shape {
        case .stage(let name, let detail):
            let detail = TextWidth.cut(detail, to: room, mark: signs.cut)
            let text = signs.prose(detail.isEmpty ? name : "\(name) \(detail)")
            return [Piece(text: text, name: name)]
        case .row(let stages):
            guard !stages.isEmpty else { return [sign("\(signs.track)")] }
            let rows = stages.map {
                pieces(of: $0, arrow: arrow, detail: room, signs: signs, isInner: isInner || stages.count > 1)
            }
            return Array(rows.joined(separator: [sign(arrow)]))
        case .sideBySide(let streams):
            let rows = streams.map { pieces(of: $0, arrow: arrow, detail: room, signs: signs, isInner: true) }
            let row = Array(rows.joined(separator: [sign(" \(signs.paneDivider) ")]))
            return isInner ? [sign("(")] + row + [sign(")")] : row
        }
    }

    private static func cut(_ row: [Piece], to width: Int, mark: Character) -> [Piece] {
        var room = width
        var kept: [Piece] = []
        for piece in row {
            guard TextWidth.width(of: piece.text) < room else {
                kept.append(Piece(text: TextWidth.cut(piece.text + "  ", to: room, mark: mark), name: piece.name))
                break
            }
            room -= TextWidth.width(of: piece.text)
            kept.append(piece)
        }
        return kept
    }
}
