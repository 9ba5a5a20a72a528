import FlowPlayground
import FlowScreen

/// What keys do in the line in which a chain is typed.
enum EditorUpdate {
    /// Opens the line with the chain that runs, or an empty one.
    static func open(_ state: inout AppState) {
        let library = LibraryChain.all.reversed().map { $0.text.split(separator: "\n").joined(separator: "\n") }
        state.editor = ChainEditor(running(state), history: library + state.typedChains)
    }

    /// The chain that runs, empty where a scenario does.
    private static func running(_ state: AppState) -> String {
        state.choice?.chain.flatMap { chain in state.numbers.map(chain.text) } ?? ""
    }

    static func press(_ key: Key, _ state: inout AppState) -> [Effect] {
        switch key {
        case .enter: return run(&state)
        case .escape: leave(&state)
        default: state.editor?.press(key)
        }
        return []
    }

    /// Closes the line; what has been typed in it stands before what will be.
    private static func leave(_ state: inout AppState) {
        if let text = state.editor?.line.text, !text.isEmpty, text != running(state) { remember(text, &state) }
        state.editor = nil
    }

    private static func remember(_ text: String, _ state: inout AppState) {
        if state.typedChains.last != text { state.typedChains.append(text) }
    }

    /// Puts the typed chain in the place of what runs; what cannot run stays in the line.
    private static func run(_ state: inout AppState) -> [Effect] {
        guard case .success(let chain)? = state.editor?.chain else {
            state.editor?.refuse()
            return []
        }
        remember(chain.source.text, &state)
        var choice = Choice(ChainScenario(chain, name: "chain", title: chain.source.title))
        // Where Tab goes on from.
        choice.scenario = state.choice?.scenario ?? 0
        state.show(choice)
        state.editor = nil
        return [.restart]
    }
}
