import FlowScreen

/// Where the keys stand in the help: three columns, each as wide as its words need.
///
/// A screen too low for all keys with their headings gets those that apply, without headings.
struct HelpColumns {
    /// A line of a column.
    enum Row {
        case heading(KeyBinding.Group)
        case key(KeyBinding)
    }

    /// A column: its lines, its place, and the part of its width that the keys take.
    struct Column {
        var rows: [Row]
        var x = 0
        var width = 0
        var keyRoom = 0
        /// The widths of its words.
        var words: [Int] = []

        /// How many words are cut when it gets narrower.
        var cost: Int {
            width > keyRoom ? words.count { $0 >= width - keyRoom } : .max
        }
    }

    private static func groups(of subject: KeyContext.Subject) -> [[KeyBinding.Group]] {
        switch subject {
        case .scenario, .recording: [[.time, .scenario], [.source, .sink, .stepping], [.look, .other]]
        case .program, .watched: [[.time], [.pipelines, .look], [.other]]
        }
    }

    private static let gap = 1

    private(set) var columns: [Column]

    /// Lays out all keys.
    ///
    /// - Parameter names: How the screen writes the keys of a row.
    init(keys: KeyContext, size: Size, names: (KeyBinding) -> String) {
        columns = HelpColumns.rows(keys: keys, height: size.height).map { Column(rows: $0) }
        let room = max(0, size.width - 1)
        for index in columns.indices {
            let bindings = columns[index].rows.compactMap { if case .key(let binding) = $0 { binding } else { nil } }
            columns[index].words = bindings.map { TextWidth.width(of: $0.helpText(in: keys)) }
            columns[index].keyRoom = 2 + (bindings.map { TextWidth.width(of: names($0)) }.max() ?? 0)
            columns[index].width = columns[index].keyRoom + columns[index].words.reduce(0, max)
        }
        fit(into: room)
        for index in columns.indices {
            columns[index].x = index == 0 ? 1 : columns[index - 1].x + columns[index - 1].width + HelpColumns.gap
        }
    }

    private static func rows(keys: KeyContext, height: Int) -> [[Row]] {
        let groups = groups(of: keys.subject)
        let whole = groups.map { groups in
            groups.flatMap { group in
                let bindings = KeyTable.bindings.filter { $0.group == group && $0.belongs(to: keys.subject) }
                return bindings.isEmpty ? [] : [.heading(group)] + bindings.map(Row.key)
            }
        }
        guard whole.contains(where: { $0.count > height }) else { return whole }
        let order = groups.joined().flatMap { group in KeyTable.bindings.filter { $0.group == group && $0.applies(in: keys) } }
        let count = max(1, (order.count + groups.count - 1) / groups.count)
        return stride(from: 0, to: order.count, by: count).map { order[$0..<min($0 + count, order.count)].map(Row.key) }
    }

    /// Columns of equal width where all fit; else each as wide as its words, with what is left shared out or what is missing
    /// taken where it cuts the fewest.
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
