import FlowScreen

/// Draws the list of a user's traced programs.
public struct ProgramsView {
    /// The titles, then a line for each program.
    let lines: [String]
    let selection: Int
    let table: KeyTable
    let signs: Signs
    /// Their order and the contents of their lines, in words.
    let title: String
    /// Whether programs are running, and the filter hides them all.
    let isFiltered: Bool
    let isTyping: Bool

    public init(
        lines: [String], selection: Int, title: String = "traced programs", isFiltered: Bool = false, isTyping: Bool = false,
        table: KeyTable = .standard,
        signs: Signs
    ) {
        self.lines = lines
        self.selection = selection
        self.title = title
        self.isFiltered = isFiltered
        self.isTyping = isTyping
        self.table = table
        self.signs = signs
    }

    /// The number of programs on a screen of some size.
    public static func rowCount(on size: Size) -> Int {
        max(1, OverlayBox.inside(of: size, width: size.width, height: size.height - 2).height - 2)
    }

    /// Draws into a surface of any size.
    public func draw(into surface: inout Surface) {
        surface.fill(surface.bounds, style: Style())
        let rows = lines.dropFirst()
        let longest = lines.map { TextWidth.width(of: $0) }.max() ?? 0
        let hint: KeyText =
            isTyping
            ? "\(Key.up) \(Key.down) choose  \(Key.enter) opens  \(Key.escape) all"
            : "\(.laneUp) \(.laneDown) choose  \(.inspect) opens  \(.allPrograms) all together  \(.quit) leaves"
        let area = OverlayBox(title: signs.shown(title), hint: hint, table: table, signs: signs)
            .draw(into: &surface, width: max(60, longest + 9), height: min(surface.height - 2, rows.count + 5))
        guard area.height > 2 else { return }
        put(lines.first ?? "", number: "", style: Style(.muted, on: .caption), into: &surface, area, y: area.y)
        let room = area.height - 2
        let first = max(0, min(selection - room / 2, rows.count - room))
        for (offset, line) in rows.dropFirst(first).prefix(room).enumerated() {
            let (index, y) = (first + offset, area.y + 1 + offset)
            let isSelected = index == selection
            if isSelected { surface.put(signs.selectionTop, x: area.x, y: y, style: Style(.selection, on: .caption)) }
            let style = isSelected ? Style(.strong, on: .caption).bold() : Style(.text, on: .caption)
            put(line, number: table.name(of: .goTo(index)), style: style, into: &surface, area, y: y)
        }
        if rows.isEmpty {
            surface.put(
                isFiltered ? "no line matches" : "no program is running any more", x: area.x + 2, y: area.y + 1,
                style: Style(.muted, on: .caption),
                limit: area.width - 2)
        }
    }

    private func put(_ line: String, number: String, style: Style, into surface: inout Surface, _ area: Rect, y: Int) {
        surface.put(
            TextWidth.cut(signs.keys(number), to: 2, mark: signs.cut), x: area.x + 2, y: y,
            style: Style(.key, on: .caption).bold())
        surface.put(TextWidth.cut(signs.shown(line), to: area.width - 5, mark: signs.cut), x: area.x + 5, y: y, style: style)
    }
}
