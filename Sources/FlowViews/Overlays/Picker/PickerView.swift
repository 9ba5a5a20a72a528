import FlowScreen

/// Draws the scenarios in their groups, and a summary of the selected one.
public struct PickerView: OverlayView {
    let entries: [PickerEntry]
    let selection: Int
    let table: KeyTable
    let signs: Signs
    /// The typed search; `nil` while the search line is closed.
    var search: PickerSearch?

    func draw(into surface: inout Surface) {
        let isWide = surface.width >= 100
        let box = OverlayBox(title: title, hint: hint, table: table, signs: signs)
        let (width, height) = PickerView.measure(Size(width: surface.width, height: surface.height))
        let area = box.draw(into: &surface, width: width, height: height)
        let left = isWide ? 57 : area.width
        drawList(into: &surface, Rect(x: area.x, y: area.y, width: left, height: area.height))
        guard isWide, entries.indices.contains(selection) else { return }
        for y in area.y..<area.maxY { surface.put(signs.box.vertical, x: area.x + left, y: y, style: Style(.rule, on: .caption)) }
        let right = Rect(x: area.x + left + 3, y: area.y, width: area.width - left - 3, height: area.height)
        drawEntry(entries[selection], into: &surface, right)
    }

    private var title: String { search.map { "Scenarios: find \(signs.shown($0.marked))" } ?? "Scenarios" }

    private var hint: KeyText {
        search == nil
            ? "\(.laneUp) \(.laneDown) choose   \(.inspect) open   \(.filter) find   \(.close) closes"
            : "\(Key.up) \(Key.down) choose   \(Key.enter) open   \(Key.escape) all"
    }

    private static func measure(_ size: Size) -> (width: Int, height: Int) {
        (size.width >= 100 ? 104 : size.width - 4, min(size.height - 3, 30))
    }

    func footer(on size: Size) -> [FooterKey] {
        guard search == nil else {
            return [FooterKey("\(Key.enter)", "open", isHighlighted: true), FooterKey("\(Key.escape)", "all")]
        }
        return [
            .close, FooterKey("\(.typeChain)", "type a chain"), .choose, FooterKey("\(.inspect)", "open"),
            FooterKey("\(.filter)", "find"),
        ]
    }

    func target(at position: Point, size: Size) -> RootView.Target? {
        let (width, height) = PickerView.measure(size)
        let area = OverlayBox.inside(of: size, width: width, height: height)
        let rows = Array(shownRows(area.height))
        let x = position.x - area.x
        guard x >= 0, x < (size.width >= 100 ? 57 : area.width), rows.indices.contains(position.y - area.y) else { return nil }
        return rows[position.y - area.y].entry.map(RootView.Target.row)
    }

    /// The number of list rows on a screen of some size.
    public static func rowCount(on size: Size) -> Int {
        let (width, height) = measure(size)
        return max(1, OverlayBox.inside(of: size, width: width, height: height).height)
    }

    /// The rows around the selected one that fit.
    private func shownRows(_ height: Int) -> ArraySlice<(group: String, entry: Int?)> {
        let rows = rows
        let selected = rows.firstIndex { $0.entry == selection } ?? 0
        let first = max(0, min(rows.count - height, selected - height / 2))
        return rows.dropFirst(first).prefix(max(0, height))
    }

    private func drawList(into surface: inout Surface, _ area: Rect) {
        let shown = shownRows(area.height)
        if shown.endIndex < rows.count {
            surface.put(" \(signs.cut) more ", x: area.x, y: area.maxY, style: Style(.muted, on: .caption))
        }
        for (offset, row) in shown.enumerated() {
            let y = area.y + offset
            guard let index = row.entry else {
                surface.put(row.group, x: area.x + 1, y: y, style: Style(.strong, on: .caption).bold(), limit: area.width - 1)
                continue
            }
            draw(entries[index], isSelected: index == selection, into: &surface, x: area.x, y: y, width: area.width)
        }
    }

    private func draw(_ entry: PickerEntry, isSelected: Bool, into surface: inout Surface, x: Int, y: Int, width: Int) {
        if isSelected { surface.put(signs.selectionTop, x: x, y: y, style: Style(.selection, on: .caption)) }
        let key = TextWidth.cut(signs.keys(entry.command.flatMap(table.key(of:))?.name ?? " "), to: 2, mark: signs.cut)
        surface.put(key, x: x + 3, y: y, style: Style(.key, on: .caption).bold())
        let name = isSelected ? Style(.strong, on: .caption).bold() : Style(.text, on: .caption)
        surface.put(entry.id, x: x + 6, y: y, style: name, limit: width - 6)
        let title = TextWidth.cut(entry.title, to: width - 22, mark: signs.cut)
        surface.put(title, x: x + 22, y: y, style: Style(.muted, on: .caption))
    }

    /// The rows of the list: headings, blanks and entries.
    private var rows: [(group: String, entry: Int?)] {
        var rows: [(group: String, entry: Int?)] = []
        let listed = PickerView.order(of: entries, matching: search?.text ?? "")
        for index in listed {
            if rows.last?.group != entries[index].group {
                if !rows.isEmpty { rows.append(("", nil)) }
                rows.append((entries[index].group, nil))
            }
            rows.append((entries[index].group, index))
        }
        return rows.isEmpty ? [("none has '\(signs.shown(search?.text ?? ""))' in its name or title", nil)] : rows
    }

    /// The order of the entries in the list, which `↑` and `↓` follow.
    ///
    /// - Parameter text: A part of their name or title; case does not matter.
    public static func order(of entries: [PickerEntry], matching text: String = "") -> [Int] {
        let wanted = text.lowercased()
        return groups(of: entries).flatMap { group in
            entries.indices.filter { index in
                let entry = entries[index]
                return entry.group == group && (wanted.isEmpty || "\(entry.id) \(entry.title)".lowercased().contains(wanted))
            }
        }
    }

    private static func groups(of entries: [PickerEntry]) -> [String] {
        entries.sorted { $0.groupIndex < $1.groupIndex }.map(\.group).reduce(into: []) { groups, group in
            if groups.last != group { groups.append(group) }
        }
    }

    private func drawEntry(_ entry: PickerEntry, into surface: inout Surface, _ area: Rect) {
        var y = area.y
        func put(_ text: String, _ style: Style) {
            guard y < area.maxY else { return }
            surface.put(signs.prose(text), x: area.x, y: y, style: style, limit: area.width)
            y += 1
        }
        func paragraph(_ text: String) {
            Paragraph.lines(of: text, width: area.width).forEach { put($0, Style(.text, on: .caption)) }
        }
        let heading = Style(.strong, on: .caption).bold()
        put(entry.id, heading)
        y += 1
        paragraph(entry.explanation)
        y += 1
        let strip = StripView(pane: entry.strip, table: table, signs: signs).surface
        surface.put(strip, x: area.x, y: y)
        y += strip.height + 1
        put("Try this", heading)
        paragraph(entry.tryThis(table))
        y += 1
        put(entry.variants.count == 1 ? "Variant" : "Variants", heading)
        let room = entry.variants.map { TextWidth.width(of: $0.id) }.max() ?? 0
        for variant in entry.variants where y < area.maxY {
            surface.put(variant.id, x: area.x, y: y, style: Style(.text, on: .caption), limit: area.width)
            let point = TextWidth.cut(variant.point, to: area.width - room - 2, mark: signs.cut)
            surface.put(point, x: area.x + room + 2, y: y, style: Style(.muted, on: .caption))
            y += 1
        }
    }
}

extension PickerView {
    var lines: [String] {
        let text = search?.text ?? ""
        let order = PickerView.order(of: entries, matching: text)
        let rows = order.map { index -> String in
            let entry = entries[index]
            let key = entry.command.map(table.name) ?? ""
            let keyWords = key.isEmpty ? "" : "key \(key), "
            return ScreenReaderText.marked("\(entry.group), \(keyWords)\(entry.id): \(entry.title)", isChosen: index == selection)
        }
        let none = ["none has '\(text)' in its name or title"]
        return ScreenReaderText.lines(["scenarios"] + (rows.isEmpty ? none : rows)) + chosen
    }

    func answer(after old: ScreenState.Overlay?) -> [String] {
        guard case .picker = old else { return [hintInWords] + chosen }
        return chosen
    }

    /// The keys of the list, in words.
    private var hintInWords: String {
        let text: KeyText = """
            \(String(entries.count)) scenarios and chains: \(.laneUp) and \(.laneDown) choose, \(.inspect) opens, \(.filter) finds, \
            \(.copy) reads all of them
            """
        return ScreenReaderText.line(signs.keys(text.text(in: table)))
    }

    /// The summary of the selected scenario.
    private var chosen: [String] {
        guard entries.indices.contains(selection) else { return [] }
        let entry = entries[selection]
        let variants = entry.variants.map { "variant \($0.id): \($0.point)" }
        let words = [
            "\(entry.id): \(entry.title)", signs.prose(entry.explanation), "try this: \(signs.keys(entry.tryThis(table)))",
        ]
        return ScreenReaderText.lines(words + variants)
    }
}

/// A text typed in the picker.
public struct PickerSearch: Hashable, Sendable {
    let text: String
    /// The text with a sign at the cursor.
    let marked: String

    public init(text: String, marked: String) { (self.text, self.marked) = (text, marked) }
}

/// A scenario in the picker.
public struct PickerEntry: Sendable {
    /// The heading above it.
    public let group: String
    /// The index of its heading.
    public let groupIndex: Int
    /// The command that goes to it, `nil` past the tenth scenario.
    public let command: Command?
    public let id: String
    public let title: String
    public let explanation: String
    /// One line, for a table of keys: a key to press, and the effect to watch.
    public let tryThis: @Sendable (KeyTable) -> String
    /// Name and point of each variant.
    public let variants: [Variant]
    /// The first seconds of a run without a screen, for a small picture.
    public let strip: PaneState

    /// A variant's name and its difference.
    public typealias Variant = (id: String, point: String)

    public init(
        group: String, groupIndex: Int, command: Command?, id: String, title: String, explanation: String,
        tryThis: @escaping @Sendable (KeyTable) -> String,
        variants: [Variant], strip: PaneState
    ) {
        self.group = group
        self.groupIndex = groupIndex
        self.command = command
        self.id = id
        self.title = title
        self.explanation = explanation
        self.tryThis = tryThis
        self.variants = variants
        self.strip = strip
    }
}
