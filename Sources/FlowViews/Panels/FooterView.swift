import FlowModel
import FlowScreen

/// Draws the last row: the keys that apply now.
struct FooterView {
    let state: ScreenState
    let signs: Signs

    private struct Item {
        let keys: String
        let words: String
        var isHighlighted = false
        var width: Int { TextWidth.width(of: keys) + 1 + TextWidth.width(of: words) }
    }

    func draw(into surface: inout Surface, y: Int) {
        let ground = Style(.text, on: .bar)
        surface.fill(Rect(x: 0, y: y, width: surface.width, height: 1), style: ground)
        // In a line that is being typed these are letters.
        let last = state.editor == nil ? [item("\(.help)", "help"), item("\(.quit)", "quit")] : []
        let endStart = surface.width + 1 - last.reduce(0) { $0 + $1.width + 2 }
        var x = 1
        for (index, group) in groups.enumerated() where !group.isEmpty {
            guard let first = group.first, x + first.width + 3 < endStart else { break }
            // Every item leaves two blanks behind it; the rule between groups replaces the second.
            if index > 0, x > 1 { x += surface.put("\(signs.finished) ", x: x - 1, y: y, style: Style(.ghost, on: .bar)) - 1 }
            x = draw(group, into: &surface, x: x, y: y, end: endStart)
        }
        draw(last, into: &surface, x: endStart, y: y, end: surface.width + 1)
    }

    /// Names keys as this screen writes them.
    private func item(_ keys: KeyText, _ words: String, isHighlighted: Bool = false) -> Item {
        Item(keys: signs.keys(keys.description), words: words, isHighlighted: isHighlighted)
    }

    @discardableResult
    private func draw(_ items: [Item], into surface: inout Surface, x: Int, y: Int, end: Int) -> Int {
        var x = x
        for item in items {
            guard x + item.width + 1 < end else { return x }
            let key = item.isHighlighted ? Style(.ink, on: .paused).bold() : Style(.key, on: .bar).bold()
            let words = item.isHighlighted ? key : Style(.text, on: .bar)
            x += surface.put(item.keys, x: x, y: y, style: key)
            x += surface.put(" \(item.words)", x: x, y: y, style: words)
            x += 2
        }
        return x
    }

    private var groups: [[Item]] {
        if let editor = state.editor { return [items(of: editor)] }
        if let overlay = state.overlay { return [overlayItems(overlay)] }
        if state.isTyping { return [[item("\(Key.enter)", "done", isHighlighted: true), item("\(Key.escape)", "leaves")]] }
        if let list = state.list, state.panes[0].playhead == nil { return listItems(list) }
        if state.panes[0].playhead != nil { return [first, comparison, pastItems, items(.scenario)] }
        // Once the run is over, time stops and the controls do nothing.
        guard !state.keys.isOver else {
            return [
                first, comparison, items(.scenario), items(of: .travel(.stepForward)),
                state.keys.turn == nil ? items(of: .numberUp) : [],
            ]
        }
        return [first, comparison, items(.scenario), items(.time), controls]
    }

    /// How to type a chain.
    private func items(of editor: EditorState) -> [Item] {
        let items = [
            item("\(Key.enter)", "run", isHighlighted: true), item("\(Key.tab)", "complete"),
            item("\(Key.up) \(Key.down)", "earlier"), item("\(Key.escape)", "close"),
        ]
        // The line opens with the chain that runs: who wants another one empties it first.
        return editor.text.isEmpty ? items : items + [item("\(Key.control("u"))", "clear")]
    }

    /// How to look at two runs that are compared, and how to leave a value that is followed.
    private var comparison: [Item] {
        if let followed = state.keys.followed { return [item("\(.close)", "lets go of \(followed)")] }
        if state.keys.hasOthers { return [item("\(.twoVariants)", state.panes.count > 1 ? "swap" : "beside another")] }
        return state.keys.turn.map { items(of: .numberUp) + [item("\(.twoVariants)", $0), item("\(.close)", "one run")] } ?? []
    }

    /// What the user can do to the stream; numbers last, which can wait.
    private var controls: [Item] {
        items(.source) { $0.need != .number } + items(.sink) + items(.stepping)
            + (state.keys.turn == nil ? items(of: .numberUp) : [])
    }

    /// How to find a pipeline.
    private func listItems(_ list: PipelineList) -> [[Item]] {
        guard !list.isTyping else {
            return [
                [item("\(Key.enter)", "done", isHighlighted: true), item("\(Key.escape)", "all")],
                [item("\(Key.up) \(Key.down)", "choose")],
            ]
        }
        return [
            [item("\(.inspect)", "open", isHighlighted: true), choose], items(.pipelines) + items(.look), items(.time),
            items(.scenario),
        ]
    }

    private var choose: Item { item("\(.laneUp) \(.laneDown)", "choose") }

    /// How to move on from the past.
    private var pastItems: [Item] {
        let run = item("\(.travel(.freeze))", state.keys.subject.isLive ? "run from now" : "play from here")
        return [
            item("\(.travel(.stepForward)) \(.travel(.stepBack))", "event"), item("\(.travel(.left)) \(.travel(.right))", "move"),
        ] + (state.keys.isOver ? [] : [run])
    }

    private func overlayItems(_ overlay: ScreenState.Overlay) -> [Item] {
        let close = item("\(.close)", "closes", isHighlighted: true)
        switch overlay {
        case .picker: return [close, item("\(.typeChain)", "type a chain"), choose, item("\(.inspect)", "open")]
        case .breakpoints:
            guard state.typed == nil else {
                return [item("\(Key.enter)", "sets it", isHighlighted: true), item("\(Key.escape)", "leaves")]
            }
            return [close, choose, item("\(.breakpoints)", "add"), item("\(.press(.cancel))", "remove")]
        case .why: return [close, choose, item("\(.inspect)", "go there"), item("\(.travel(.right))", "where it went")]
        case .journey: return [close, choose, item("\(.inspect)", "go there"), item("\(.why)", "why")]
        case .help, .signs, .code, .log, .inspector: return [close]
        }
    }

    /// What the state makes the most likely next key.
    private var first: [Item] {
        if state.panes[0].playhead != nil {
            return [item("\(.travel(.now))", "back to now", isHighlighted: true), item("\(.travel(.start))", "start")]
        }
        if state.list == nil, state.keys.subject.isProgram { return [item("\(.close)", "list", isHighlighted: true)] }
        if state.keys.isOver { return [item("\(.restart)", "restart", isHighlighted: true)] }
        let resume = state.keys.isPaused ? [item("\(.press(.togglePause))", "resume", isHighlighted: !state.isFrozen)] : []
        return (state.isFrozen ? [item("\(.travel(.freeze))", "run", isHighlighted: true)] : []) + resume
    }

    /// The keys of a group that apply, but those that are shown already.
    private func items(_ group: KeyBinding.Group, where isWanted: (KeyBinding) -> Bool = { _ in true }) -> [Item] {
        let shown = first.map(\.keys)
        return KeyTable.bindings.filter { $0.group == group && $0.applies(in: state.keys) && isWanted($0) }
            .compactMap { binding in binding.footerText(in: state.keys).map { item(KeyText(binding.keys), $0) } }
            .filter { !shown.contains($0.keys) }
    }

    /// The row of a command, where it applies.
    private func items(of command: Command) -> [Item] {
        KeyTable.binding(of: command).map { row in items(row.group) { $0.keys == row.keys } } ?? []
    }
}
