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
        let end = state.editor == nil ? "? help  q quit" : ""
        let endStart = end.isEmpty ? surface.width + 1 : surface.width - end.count - 1
        var x = 1
        for (index, group) in groups.enumerated() where !group.isEmpty {
            guard let first = group.first, x + first.width + 3 < endStart else { break }
            // Every item leaves two blanks behind it; the rule between groups takes the place of the second.
            if index > 0, x > 1 { x += surface.put("\(signs.finished) ", x: x - 1, y: y, style: Style(.ghost, on: .bar)) - 1 }
            x = draw(group, into: &surface, x: x, y: y, end: endStart)
        }
        guard !end.isEmpty else { return }
        draw(
            [Item(keys: "?", words: "help"), Item(keys: "q", words: "quit")], into: &surface, x: endStart, y: y,
            end: surface.width + 1)
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
        if state.isTyping {
            return [[Item(keys: "Enter", words: "done", isHighlighted: true), Item(keys: "Esc", words: "leaves")]]
        }
        if let list = state.list, state.panes[0].playhead == nil { return listItems(list) }
        if state.panes[0].playhead != nil { return [first, comparison, pastItems, items(.scenario)] }
        // Time stands and the controls do nothing once the run is over.
        guard !state.keys.isOver else {
            return [
                first, comparison, items(.scenario), items(.time).filter { $0.keys == ". ," },
                state.keys.turn == nil ? numbers : [],
            ]
        }
        return [first, comparison, items(.scenario), items(.time), controls]
    }

    /// How to type a chain.
    private func items(of editor: EditorState) -> [Item] {
        let items = [
            Item(keys: "Enter", words: "run", isHighlighted: true), Item(keys: "Tab", words: "complete"),
            Item(keys: signs.arrowKeys.prefix(2).joined(separator: " "), words: "earlier"), Item(keys: "Esc", words: "close"),
        ]
        // The line opens with the chain that runs: who wants another one empties it first.
        return editor.text.isEmpty ? items : items + [Item(keys: "^U", words: "clear")]
    }

    /// How to look at two runs that are compared, and how to leave a value that is followed.
    private var comparison: [Item] {
        if let followed = state.keys.followed { return [Item(keys: "Esc", words: "lets go of \(followed)")] }
        return state.keys.turn.map { numbers + [Item(keys: "V", words: $0), Item(keys: "Esc", words: "one run")] } ?? []
    }

    /// The number that can be changed, also where nothing happens any more.
    private var numbers: [Item] {
        items(.source).filter { $0.keys == FooterView.numberKeys }
    }

    /// What the user can do to the stream; numbers last, which can wait.
    private var controls: [Item] {
        let all = items(.source) + items(.sink) + items(.stepping)
        return all.filter { $0.keys != FooterView.numberKeys } + (state.keys.turn == nil ? numbers : [])
    }

    private static let numberKeys = "< >"

    /// How to find a pipeline.
    private func listItems(_ list: PipelineList) -> [[Item]] {
        let arrows = signs.isASCII ? "Up Down" : "↑ ↓"
        guard !list.isTyping else {
            return [
                [Item(keys: "Enter", words: "done", isHighlighted: true), Item(keys: "Esc", words: "all")],
                [Item(keys: arrows, words: "choose")],
            ]
        }
        let open = [Item(keys: "Enter", words: "open", isHighlighted: true), Item(keys: arrows, words: "choose")]
        return [open, items(.pipelines) + items(.look), items(.time), items(.scenario)]
    }

    /// How to move on from the past.
    private var pastItems: [Item] {
        let arrows = signs.arrowKeys.suffix(2).joined(separator: " ")
        let isLive = state.keys.place == .scenario || state.keys.place == .watched
        let way = state.keys.isOver ? [] : [Item(keys: "f", words: isLive ? "run from now" : "play from here")]
        return [Item(keys: ". ,", words: "event"), Item(keys: arrows, words: "move")] + way
    }

    private func overlayItems(_ overlay: ScreenState.Overlay) -> [Item] {
        let close = Item(keys: "Esc", words: "closes", isHighlighted: true)
        let choose = Item(keys: signs.arrowKeys.prefix(2).joined(separator: " "), words: "choose")
        switch overlay {
        case .picker: return [close, Item(keys: "i", words: "type a chain"), choose, Item(keys: "Enter", words: "open")]
        case .breakpoints:
            guard state.typed == nil else {
                return [Item(keys: "Enter", words: "sets it", isHighlighted: true), Item(keys: "Esc", words: "leaves")]
            }
            return [close, choose, Item(keys: "B", words: "add"), Item(keys: "x", words: "remove")]
        case .why:
            return [
                close, choose, Item(keys: "Enter", words: "go there"), Item(keys: signs.arrowKeys[3], words: "where it went"),
            ]
        case .journey:
            return [close, choose, Item(keys: "Enter", words: "go there"), Item(keys: "w", words: "why")]
        case .help, .signs, .code, .log, .inspector: return [close]
        }
    }

    private var isLaneOfProgram: Bool {
        state.list == nil && (state.keys.place == .program || state.keys.place == .watched)
    }

    /// What the state makes the most likely next key.
    private var first: [Item] {
        if state.panes[0].playhead != nil {
            return [Item(keys: "End", words: "back to now", isHighlighted: true), Item(keys: "Home", words: "start")]
        }
        if isLaneOfProgram { return [Item(keys: "Esc", words: "list", isHighlighted: true)] }
        if state.keys.isOver { return [Item(keys: "r", words: "restart", isHighlighted: true)] }
        let resume = state.keys.isPaused ? [Item(keys: "Space", words: "resume", isHighlighted: !state.isFrozen)] : []
        return (state.isFrozen ? [Item(keys: "f", words: "run", isHighlighted: true)] : []) + resume
    }

    private func items(_ group: KeyBinding.Group) -> [Item] {
        let shown = first.map(\.keys)
        return KeyTable.bindings.filter { $0.group == group && $0.applies(in: state.keys) && !shown.contains($0.keys) }
            .compactMap { binding in
                guard let words = binding.footerText(in: state.keys) else { return nil }
                let keys = signs.isASCII ? ASCII.text(binding.keys) : binding.keys
                return Item(keys: keys, words: words)
            }
    }
}
