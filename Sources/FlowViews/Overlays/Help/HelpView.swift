import FlowScreen

/// Draws all keys, and the signs if there is room. Keys that do not apply are faint; without colour, they are in parentheses.
struct HelpView: OverlayView {
    let keys: KeyContext
    let table: KeyTable
    let signs: Signs
    let hasColour: Bool

    func draw(into surface: inout Surface) {
        let showsSigns = HelpPages.count(on: surface.size) == 1
        let box = OverlayBox(
            title: showsSigns ? "Keys and signs" : "Keys",
            hint: showsSigns ? "\(.close) closes" : "\(.help) signs  \(.close) closes", table: table, signs: signs)
        let area = box.draw(into: &surface, width: HelpPages.width, height: min(surface.height - 3, HelpPages.height))
        guard area.height > 3 else { return }
        let layout = HelpColumns(keys: keys, table: table, size: area.size, names: names)
        var end = area.y
        for column in layout.columns {
            end = max(end, draw(column, into: &surface, area))
        }
        guard showsSigns else { return }
        drawTitle(into: &surface, Rect(x: area.x, y: end + 1, width: area.width, height: 1))
        let rows = SignRows(signs: signs)
        rows.draw(into: &surface, Rect(x: area.x, y: end + 3, width: area.width, height: rows.height(width: area.width)))
    }

    private func draw(_ column: HelpColumns.Column, into surface: inout Surface, _ area: Rect) -> Int {
        var y = area.y
        let x = area.x + column.x
        for row in column.rows {
            if case .heading = row, y > area.y, area.height > 22 { y += 1 }
            guard y < area.maxY else { return y }
            switch row {
            case .heading(let group):
                surface.put(group.rawValue, x: x, y: y, style: Style(.strong, on: .caption).bold(), limit: column.width)
            case .key(let binding): draw(binding, into: &surface, x: x, y: y, column)
            }
            y += 1
        }
        return y
    }

    private func draw(_ binding: KeyBinding, into surface: inout Surface, x: Int, y: Int, _ column: HelpColumns.Column) {
        let applies = binding.applies(in: keys)
        let key = applies ? Style(.key, on: .caption).bold() : Style(.ghost, on: .caption)
        let words = applies ? Style(.text, on: .caption) : Style(.ghost, on: .caption)
        surface.put(names(of: binding), x: x, y: y, style: key, limit: column.keyRoom)
        let help = TextWidth.cut(binding.helpText(in: keys, table), to: column.width - column.keyRoom, mark: signs.cut)
        surface.put(help, x: x + column.keyRoom, y: y, style: words)
    }

    /// The names of the keys on this screen.
    private func names(of binding: KeyBinding) -> String {
        let shown = signs.keys(binding.keys)
        return binding.applies(in: keys) || hasColour ? shown : "(\(shown))"
    }

    private func drawTitle(into surface: inout Surface, _ area: Rect) {
        let hint =
            "keys \(hasColour ? "in grey" : "in parentheses") do not apply \(keys.subject == .scenario ? "to this scenario" : "here")"
        var row = Surface(width: area.width, height: 1)
        PanelTitle(title: "Signs", hint: hint, signs: signs, style: Style(.strong).bold())
            .draw(into: &row, x: 0, y: 0, width: area.width)
        row.restyle(row.bounds) { $0.background = .caption }
        surface.put(row, x: area.x, y: area.y)
    }

    /// The keys that apply, in their groups, and the words below the signs.
    var lines: [String] {
        KeyBinding.Group.allCases.flatMap { group -> [String] in
            let bindings = table.bindings.filter { $0.group == group && $0.applies(in: keys) }
            guard !bindings.isEmpty else { return [] }
            return ["keys, \(group.rawValue):"]
                + bindings.map { ScreenReaderText.line("\(signs.keys($0.keys)): \(words(of: $0))") }
        } + SignRows.sentences
    }

    private func words(of binding: KeyBinding) -> String {
        guard binding.commands.first?.value != .copy else { return "read out the whole screen" }
        let manual = binding.manual.text(in: table)
        let now = binding.helpText(in: keys, table)
        return now == binding.help.text(in: table) ? manual : "\(now): \(manual)"
    }
}

/// The layout of the keys in the help: three columns, each as wide as its words need.
///
/// A screen too low for all keys with their headings gets only the keys that apply, without headings.
struct HelpColumns {
    /// A line of a column.
    enum Row {
        case heading(KeyBinding.Group)
        case key(KeyBinding)
    }

    /// A column: its lines, its first column on the surface, and the width of its keys.
    struct Column {
        var rows: [Row]
        var x = 0
        var width = 0
        var keyRoom = 0
        /// The widths of its help texts.
        var words: [Int] = []

        /// The number of texts that are cut if the column gets narrower.
        var cost: Int { width > keyRoom ? words.count { $0 >= width - keyRoom } : .max }
    }

    private static func groups(of subject: KeyContext.Subject) -> [[KeyBinding.Group]] {
        switch subject {
        case .scenario, .recording: [[.time, .scenario], [.source, .sink, .stepping], [.look, .other]]
        case .program: [[.time], [.pipelines, .look], [.other]]
        case .watched: [[.time], [.pipelines, .look], [.source, .sink, .stepping, .other]]
        }
    }

    private static let gap = 1

    private(set) var columns: [Column]

    /// Lays out all keys.
    ///
    /// - Parameter names: The names of a row's keys on the screen.
    init(keys: KeyContext, table: KeyTable, size: Size, names: (KeyBinding) -> String) {
        columns = HelpColumns.rows(keys: keys, table: table, height: size.height).map { Column(rows: $0) }
        let room = max(0, size.width - 1)
        for index in columns.indices {
            let bindings = columns[index].rows.compactMap { if case .key(let binding) = $0 { binding } else { nil } }
            columns[index].words = bindings.map { TextWidth.width(of: $0.helpText(in: keys, table)) }
            columns[index].keyRoom = 2 + (bindings.map { TextWidth.width(of: names($0)) }.max() ?? 0)
            columns[index].width = columns[index].keyRoom + columns[index].words.reduce(0, max)
        }
        fit(into: room)
        for index in columns.indices {
            columns[index].x = index == 0 ? 1 : columns[index - 1].x + columns[index - 1].width + HelpColumns.gap
        }
    }

    private static func rows(keys: KeyContext, table: KeyTable, height: Int) -> [[Row]] {
        let groups = groups(of: keys.subject)
        let whole = groups.map { groups in
            groups.flatMap { group in
                let bindings = table.bindings.filter { $0.group == group && $0.belongs(to: keys.subject) }
                return bindings.isEmpty ? [] : [.heading(group)] + bindings.map(Row.key)
            }
        }
        guard whole.contains(where: { $0.count > height }) else { return whole }
        let order = groups.joined().flatMap { group in table.bindings.filter { $0.group == group && $0.applies(in: keys) } }
        let count = max(1, (order.count + groups.count - 1) / groups.count)
        return stride(from: 0, to: order.count, by: count).map { order[$0..<min($0 + count, order.count)].map(Row.key) }
    }

    /// Makes columns of equal width if all fit. Otherwise each is as wide as its words; spare width is distributed, and missing
    /// width is taken from the column with the fewest cuts.
    private mutating func fit(into room: Int) {
        let third = (room + 1) / columns.count - HelpColumns.gap
        let keyRoom = columns.map(\.keyRoom).max() ?? 0
        if columns.allSatisfy({ keyRoom + $0.words.reduce(0, max) <= third }) {
            for index in columns.indices { (columns[index].width, columns[index].keyRoom) = (third, keyRoom) }
            return
        }
        let spare = room - columns.map(\.width).reduce(0, +) - HelpColumns.gap * (columns.count - 1)
        for index in columns.indices where spare > 0 { columns[index].width += spare / columns.count }
        for _ in 0..<max(0, -spare) {
            guard let cheapest = columns.indices.min(by: { columns[$0].cost < columns[$1].cost }) else { return }
            columns[cheapest].width = max(0, columns[cheapest].width - 1)
        }
    }
}

/// The pages of the help: the keys with the signs below them, or the signs on a separate page if the screen is too small.
public enum HelpPages {
    /// The size of the help if there is room.
    static let (width, height) = (106, 30)

    /// The number of pages on a screen: 1 or 2.
    public static func count(on size: Size) -> Int { size.width >= 80 && size.height >= height + 3 ? 1 : 2 }
}
