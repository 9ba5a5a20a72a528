import FlowModel
import FlowScreen

/// Draws the last row: the keys with an effect now.
struct FooterView {
    let state: ScreenState
    let signs: Signs
    /// The keys of the overlay, `nil` if none is open.
    let overlay: [FooterKey]?

    private struct Item {
        /// The names of its keys in the key table.
        let names: String
        let keys: String
        let words: String
        var isHighlighted = false
        var width: Int { TextWidth.width(of: keys) + 1 + TextWidth.width(of: words) }

        /// The key at a column of the item; at a column of its words, the first key.
        func key(at column: Int) -> Key? {
            var end = 0
            let written = zip(names.split(separator: " "), keys.split(separator: " ")).first { _, key in
                end += TextWidth.width(of: String(key)) + 1
                return column < end
            }
            return (written?.0 ?? names.split(separator: " ").first).flatMap { Key(String($0)) }
        }
    }

    /// An item, or the rule between two groups, and its first column.
    private struct Placed {
        let item: Item?
        let x: Int
    }

    func draw(into surface: inout Surface, y: Int) {
        surface.fill(Rect(x: 0, y: y, width: surface.width, height: 1), style: Style(.text, on: .bar))
        for placed in placed(width: surface.width) {
            guard let item = placed.item else {
                surface.put(signs.finished, x: placed.x, y: y, style: Style(.ghost, on: .bar))
                continue
            }
            let key = item.isHighlighted ? Style(.ink, on: .paused).bold() : Style(.key, on: .bar).bold()
            let words = item.isHighlighted ? key : Style(.text, on: .bar)
            let used = surface.put(item.keys, x: placed.x, y: y, style: key)
            surface.put(" \(item.words)", x: placed.x + used, y: y, style: words)
        }
    }

    /// The key at a column of the row, `nil` if there is none.
    func key(at x: Int, width: Int) -> Key? {
        for case let (item?, start) in placed(width: width).map({ ($0.item, $0.x) })
        where (start..<(start + item.width)).contains(x) {
            return item.key(at: x - start)
        }
        return nil
    }

    /// The items that fit, from the left; the items of every screen at the right end.
    private func placed(width: Int) -> [Placed] {
        let endStart = width + 1 - last.reduce(0) { $0 + $1.width + 2 }
        var (placed, x) = ([Placed](), 1)
        for (index, group) in groups.enumerated() where !group.isEmpty {
            guard let first = group.first, x + first.width + 3 < endStart else { break }
            // Every item is followed by two blanks; the rule between groups replaces the second.
            if index > 0, x > 1 {
                placed.append(Placed(item: nil, x: x - 1))
                x += 1
            }
            x = place(group, x: x, end: endStart, into: &placed)
        }
        _ = place(last, x: endStart, end: width + 1, into: &placed)
        return placed
    }

    private func place(_ items: [Item], x: Int, end: Int, into placed: inout [Placed]) -> Int {
        var x = x
        for item in items {
            guard x + item.width + 1 < end else { return x }
            placed.append(Placed(item: item, x: x))
            x += item.width + 2
        }
        return x
    }

    /// Makes an item with the names of the keys on this screen.
    private func item(_ keys: KeyText, _ words: String, isHighlighted: Bool = false) -> Item {
        let names = keys.text(in: state.table)
        return Item(names: names, keys: signs.keys(names), words: words, isHighlighted: isHighlighted)
    }

    private func item(_ key: FooterKey) -> Item { item(key.keys, key.words, isHighlighted: key.isHighlighted) }

    /// The items at the right end of every screen.
    private var last: [Item] {
        // In an input line these keys are letters.
        guard state.editor == nil else { return [] }
        let chain = overlay == nil && !state.isTyping ? items(of: .typeChain) : []
        return chain + [item("\(.help)", "help"), item("\(.quit)", "quit")]
    }

    private var groups: [[Item]] {
        if let editor = state.editor { return [EditorView(editor, signs: signs).footer.map(item)] }
        if let overlay { return [overlay.map(item)] }
        if state.isTyping { return [[item("\(Key.enter)", "done", isHighlighted: true), item("\(Key.escape)", "leaves")]] }
        if let list = state.list, state.panes[0].playhead == nil { return listItems(list) }
        if state.panes[0].playhead != nil { return [first, comparison, pastItems, scenario] }
        // Once the run is over, time stops and the controls do nothing.
        guard !state.keys.isOver else {
            return [first, comparison, scenario, items(of: .travel(.stepForward)), numbers]
        }
        // The controls of this stream come first.
        return [first, comparison, controls + numbers, scenario, items(.time)]
    }

    /// The keys for compared runs, and for a followed value.
    private var comparison: [Item] {
        if let followed = state.keys.followed { return [item("\(.close)", "lets go of \(followed)")] }
        if state.keys.isTried { return tried }
        if state.keys.hasOthers { return [item("\(.twoVariants)", state.panes.count > 1 ? "swap" : "beside another")] }
        return state.keys.turn.map { items(of: .numberUp) + [item("\(.twoVariants)", $0), item("\(.close)", "one run")] } ?? []
    }

    /// The controls of a tried file.
    private var tried: [Item] {
        guard state.keys.isTried else { return [] }
        let isBeside = state.panes.count > 1
        let before = state.keys.hasOthers && state.list == nil ? [item("\(.twoVariants)", isBeside ? "alone" : "run before")] : []
        let back = state.keys.isTyped && state.list != nil ? [item("\(.close)", "back to the line")] : []
        return back + [item("\(.restart)", "run again")] + before + [item("\(.output)", "output")]
    }

    /// The controls of the stream.
    private var controls: [Item] { items(.sink) + items(.stepping) + items(.source) { $0.need != .number } }

    private var numbers: [Item] { state.keys.turn == nil ? items(of: .numberUp) : [] }

    private var scenario: [Item] { items(.scenario) { !$0.pairs.contains { $0.value == .typeChain } } }

    /// The keys of the list of pipelines.
    private func listItems(_ list: PipelineList) -> [[Item]] {
        guard !list.isTyping else {
            return [
                [item("\(Key.enter)", "done", isHighlighted: true), item("\(Key.escape)", "all")],
                [item("\(Key.up) \(Key.down)", "choose")],
            ]
        }
        let enter = list.chosen.flatMap { line in line.fold.map { _ in line.isOpen ? "fold" : "unfold" } } ?? "open"
        let chosen = list.chosen == nil || list.chosen?.fold == .over ? [] : chosenItems
        return [
            [item("\(.inspect)", enter, isHighlighted: true), item(.choose)], tried, items(.pipelines) + items(.look), chosen,
            state.keys.isOver ? [] : items(.time), scenario,
        ]
    }

    /// The keys for the chosen row.
    private var chosenItems: [Item] {
        [item("\(.openSource)", "source"), item("\(.why)", "why"), item("\(.onset)", "onset")]
    }

    /// The keys that lead out of the past.
    private var pastItems: [Item] {
        let run = item("\(.travel(.freeze))", state.keys.subject.isLive ? "run from now" : "play from here")
        return [
            item("\(.travel(.stepForward)) \(.travel(.stepBack))", "event"), item("\(.travel(.left)) \(.travel(.right))", "move"),
        ] + (state.keys.isOver ? [] : [run])
    }

    /// The keys that are the most likely next in this state.
    private var first: [Item] {
        if state.panes[0].playhead != nil {
            return [item("\(.travel(.now))", "back to now", isHighlighted: true), item("\(.travel(.start))", "start")]
        }
        if state.list == nil, state.keys.subject.hasPipelines { return [item("\(.close)", "list", isHighlighted: true)] }
        if state.keys.isOver { return [item("\(.restart)", "restart", isHighlighted: true)] }
        let resume = state.keys.isPaused ? [item("\(.press(.togglePause))", "resume", isHighlighted: !state.isFrozen)] : []
        return (state.isFrozen ? [item("\(.travel(.freeze))", "run", isHighlighted: true)] : []) + resume
    }

    /// The keys of a group that apply, except the ones already shown.
    private func items(_ group: KeyBinding.Group, where isWanted: (KeyBinding) -> Bool = { _ in true }) -> [Item] {
        let shown = first.map(\.keys)
        return state.table.bindings.filter { $0.group == group && $0.applies(in: state.keys) && isWanted($0) }
            .compactMap { binding in binding.footerText(in: state.keys).map { item(KeyText(binding.keys), $0) } }
            .filter { !shown.contains($0.keys) }
    }

    /// The item of a command, empty if it does not apply.
    private func items(of command: Command) -> [Item] {
        state.table.binding(of: command).map { row in items(row.group) { $0.keys == row.keys } } ?? []
    }
}
