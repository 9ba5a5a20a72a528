import FlowScreen

/// Draws the scenarios in their groups, and what the selected one is about.
public struct PickerView {
    let entries: [PickerEntry]
    let selection: Int
    let signs: Signs

    func draw(into surface: inout Surface) {
        let isWide = surface.width >= 100
        let box = OverlayBox(title: "Scenarios", hint: hint, signs: signs)
        let area = box.draw(into: &surface, width: isWide ? 104 : surface.width - 4, height: min(surface.height - 3, 30))
        let left = isWide ? 57 : area.width
        drawList(into: &surface, Rect(x: area.x, y: area.y, width: left, height: area.height))
        guard isWide, entries.indices.contains(selection) else { return }
        for y in area.y..<area.maxY { surface.put(signs.box.vertical, x: area.x + left, y: y, style: Style(.rule, on: .caption)) }
        let right = Rect(x: area.x + left + 3, y: area.y, width: area.width - left - 3, height: area.height)
        drawEntry(entries[selection], into: &surface, right)
    }

    private var hint: KeyText { "\(.laneUp) \(.laneDown) choose   \(.inspect) open   \(.close) closes" }

    private func drawList(into surface: inout Surface, _ area: Rect) {
        let rows = rows
        let selected = rows.firstIndex { $0.entry == selection } ?? 0
        let first = max(0, min(rows.count - area.height, selected - area.height / 2))
        for (offset, row) in rows.dropFirst(first).prefix(max(0, area.height)).enumerated() {
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
        surface.put(entry.key.map(String.init) ?? " ", x: x + 3, y: y, style: Style(.key, on: .caption).bold())
        let name = isSelected ? Style(.strong, on: .caption).bold() : Style(.text, on: .caption)
        surface.put(entry.id, x: x + 6, y: y, style: name, limit: width - 6)
        let title = TextWidth.cut(entry.title, to: width - 22, mark: signs.cut)
        surface.put(title, x: x + 22, y: y, style: Style(.muted, on: .caption))
    }

    /// The rows of the list: headings, blanks and entries.
    private var rows: [(group: String, entry: Int?)] {
        var rows: [(group: String, entry: Int?)] = []
        for group in Self.groups(of: entries) {
            if !rows.isEmpty { rows.append(("", nil)) }
            rows.append((group, nil))
            rows += entries.indices.filter { entries[$0].group == group }.map { (group, $0) }
        }
        return rows
    }

    /// The order of the entries in the list, which `↑` and `↓` follow.
    public static func order(of entries: [PickerEntry]) -> [Int] {
        groups(of: entries).flatMap { group in entries.indices.filter { entries[$0].group == group } }
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
        let strip = StripView(pane: entry.strip, signs: signs).surface
        surface.put(strip, x: area.x, y: y)
        y += strip.height + 1
        put("Try this", heading)
        paragraph(entry.tryThis)
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

/// A scenario as the picker shows it.
public struct PickerEntry: Sendable {
    /// The heading above it.
    public let group: String
    /// The index of that heading among all.
    public let groupIndex: Int
    /// The digit that goes to it, `nil` past the tenth.
    public let key: Character?
    public let id: String
    public let title: String
    public let explanation: String
    public let tryThis: String
    /// Name and point of each variant.
    public let variants: [Variant]
    /// The first seconds of a run without a screen, for a small picture.
    public let strip: PaneState

    /// A variant's name and what is different about it.
    public struct Variant: Hashable, Sendable {
        public let id: String
        public let point: String

        public init(id: String, point: String) {
            self.id = id
            self.point = point
        }
    }

    public init(
        group: String, groupIndex: Int, key: Character?, id: String, title: String, explanation: String, tryThis: String,
        variants: [Variant], strip: PaneState
    ) {
        self.group = group
        self.groupIndex = groupIndex
        self.key = key
        self.id = id
        self.title = title
        self.explanation = explanation
        self.tryThis = tryThis
        self.variants = variants
        self.strip = strip
    }
}
