import FlowPlayground
import FlowTerminal

/// What keys do in the line in which a chain is typed.
enum EditorUpdate {
    /// Opens the line with the chain that runs, or an empty one.
    static func open(_ state: inout AppState) {
        let text = state.choice?.chain.flatMap { chain in state.numbers.map(chain.text) } ?? ""
        let library = LibraryChain.all.reversed().map { $0.text.split(separator: "\n").joined(separator: "\n") }
        state.editor = ChainEditor(text, history: library + state.typedChains)
    }

    static func press(_ key: Key, _ state: inout AppState) -> [Effect] {
        switch key {
        case .enter: return run(&state)
        case .escape: state.editor = nil
        default: state.editor?.press(key)
        }
        return []
    }

    /// Puts the typed chain in the place of what runs; what cannot run stays in the line.
    private static func run(_ state: inout AppState) -> [Effect] {
        guard case .success(let chain)? = state.editor?.chain else {
            state.editor?.refuse()
            return []
        }
        let text = chain.source.text
        if state.typedChains.last != text { state.typedChains.append(text) }
        var choice = Choice(ChainScenario(chain, name: "chain", title: chain.source.title))
        // Where Tab goes on from.
        choice.scenario = state.choice?.scenario ?? 0
        state.show(choice)
        state.editor = nil
        return [.restart]
    }
}
