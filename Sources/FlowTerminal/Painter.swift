import CNcurses
import FlowScreen

/// Passes the changed cells of a frame to curses.
struct Painter {
    private let onlyASCII: Bool
    private let mode: ColourMode
    private var pairs: ColourPairs?
    private var row: [cchar_t] = []

    init(onlyASCII: Bool, mode: ColourMode) {
        self.onlyASCII = onlyASCII
        self.mode = mode
        pairs = mode == .colours256 ? ColourPairs() : nil
    }

    /// Writes the part of `span` that lies on the screen.
    mutating func paint(_ span: FrameDiff.Span, of surface: Surface, theme: Theme, screen: Size) {
        guard span.y < screen.height else { return }
        row.removeAll(keepingCapacity: true)
        let end = min(span.x + span.length, screen.width)
        var style: Style?
        var ink: (attributes: attr_t, pair: Int32) = (0, 0)
        for x in stride(from: span.x, to: end, by: 1) {
            let cell = surface[x, span.y]
            guard cell.kind != .wideTail else { continue }
            if style != cell.style {
                style = cell.style
                ink = self.ink(theme.paint(cell.style, in: mode))
            }
            append(cell, ink.attributes, ink.pair, room: end - x)
        }
        guard wmove(cn_stdscr(), Int32(span.y), Int32(span.x)) == OK else { return }
        wadd_wchnstr(cn_stdscr(), row, Int32(row.count))
    }

    private mutating func append(_ cell: Cell, _ attributes: attr_t, _ pair: Int32, room: Int) {
        let width = cell.kind == .wideHead ? 2 : 1
        var item = cchar_t()
        if width <= room, canShow(cell.base, width: width) {
            if let mark = cell.mark, !onlyASCII, cn_wcwidth(mark.value) == 0 {
                cn_marked_cell(&item, cell.base.value, mark.value, attributes, pair)
            } else {
                cn_cell(&item, cell.base.value, attributes, pair)
            }
            row.append(item)
        } else {
            cn_cell(&item, Unicode.Scalar("?").value, attributes, pair)
            row.append(contentsOf: repeatElement(item, count: min(width, room)))
        }
    }

    /// Whether the C library, which curses uses to count columns, agrees with the surface about a scalar's width.
    private func canShow(_ scalar: Unicode.Scalar, width: Int) -> Bool {
        scalar.isASCII || (!onlyASCII && cn_wcwidth(scalar.value) == width)
    }

    private mutating func ink(_ paint: Paint) -> (attributes: attr_t, pair: Int32) {
        var attributes: attr_t = 0
        if paint.attributes.contains(.bold) { attributes |= CN_BOLD }
        if paint.attributes.contains(.underline) { attributes |= CN_UNDERLINE }
        if paint.attributes.contains(.reverse) { attributes |= CN_REVERSE }
        if paint.attributes.contains(.dim) { attributes |= CN_DIM }
        guard let foreground = paint.foreground, let background = paint.background else { return (attributes, 0) }
        return (attributes, pairs?.number(foreground: foreground, background: background) ?? 0)
    }
}

/// The numbers of curses' colour pairs, assigned at first use.
///
/// Used instead of curses' `alloc_pair`, which crashes on terminals without colour.
struct ColourPairs {
    private var numbers = [UInt16](repeating: 0, count: 65_536)
    private var next: UInt16 = 1
    private let limit: UInt16

    /// Creates an empty table, with the terminal's number of pairs as its limit.
    init() { limit = UInt16(clamping: cn_color_pairs()) }

    /// The pair of two colour numbers; 0, the terminal's default colours, if no pair is left.
    mutating func number(foreground: UInt8, background: UInt8) -> Int32 {
        let index = Int(foreground) << 8 | Int(background)
        if numbers[index] == 0, next < limit, cn_init_pair(Int32(next), Int32(foreground), Int32(background)) == OK {
            numbers[index] = next
            next += 1
        }
        return Int32(numbers[index])
    }
}
