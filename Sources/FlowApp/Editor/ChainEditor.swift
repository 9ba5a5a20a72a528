import FlowPlayground
import FlowScreen
import FlowSessions
import FlowViews

/// The input line for a chain, with its error and its completions.
struct ChainEditor: Equatable {
    /// The chain that an empty line shows and runs.
    static let example =
        "marbles(\"ABCDEF|\").buffer(size: 2, prefetch: .byRequest, whenFull: .dropOldest).pace(.seconds(1))"

    private(set) var line: LineEditor
    /// The completions at the cursor.
    private(set) var completion: Completion
    /// The error in the chain, `nil` if there is none.
    private(set) var problem: Problem?
    /// Whether the chain failed to run and has not been changed since.
    private(set) var isRefused = false
    /// Whether the chain has no sink yet, so that another operator can follow.
    private(set) var canGoOn = false

    /// - Parameters:
    ///   - text: The initial text.
    ///   - history: Earlier chains, oldest first.
    init(_ text: String, history: [String]) {
        line = LineEditor(text, history: history)
        completion = Completion(of: "", at: 0)
        refresh()
    }

    /// Edits the line. `EditorUpdate` handles Enter and Esc.
    mutating func press(_ key: Key) {
        isRefused = false
        switch key {
        case .tab where line.text.isEmpty: insert(ChainEditor.example)
        case .tab: complete(1)
        case .backTab: complete(-1)
        default: if line.press(key) { refresh() }
        }
    }

    mutating func insert(_ text: String) {
        isRefused = false
        line.insert(text)
        refresh()
    }

    /// Marks the chain as failed to run.
    mutating func refuse() { isRefused = true }

    /// The chain that Enter runs.
    var chain: Result<Chain, Problem> {
        Result { () throws(Problem) in try Chain(line.text.isEmpty ? ChainEditor.example : line.text) }
    }

    private mutating func complete(_ step: Int) {
        line.complete(from: completion.word.start, with: completion.candidates.map(\.insertion), step: step)
        // The list of completions stays the same while Tab cycles through it.
        judge()
    }

    private mutating func refresh() {
        completion = Completion(of: line.text, at: line.offset)
        judge()
    }

    private mutating func judge() {
        switch chain {
        case .success(let chain): (problem, canGoOn) = (nil, chain.isOpen)
        case .failure(let problem): (self.problem, canGoOn) = (problem, false)
        }
    }
}

extension ChainEditor {
    var screen: EditorState {
        var screen = EditorState(text: line.characters, cursor: line.cursor, example: ChainEditor.example)
        screen.problem = problem.map(shown)
        screen.isRefused = isRefused
        screen.canGoOn = canGoOn
        screen.offers = completion.candidates.map(offer)
        screen.chosen = line.chosen
        screen.call = completion.call.map {
            EditorState.Offer(signature: $0.signatures[0], summary: $0.summary, example: $0.example.inOneLine)
        }
        return screen
    }

    private func shown(_ problem: Problem) -> EditorState.Problem {
        let start = index(ofOffset: problem.span.start)
        return EditorState.Problem(
            range: start..<max(start, index(ofOffset: problem.span.end)), message: problem.message, notes: problem.notes)
    }

    /// The index of the character that contains an offset in UTF-8.
    private func index(ofOffset offset: Int) -> Int {
        var end = 0
        for (index, character) in line.characters.enumerated() {
            end += character.utf8.count
            if offset < end { return index }
        }
        return line.characters.count
    }

    /// A candidate with its name and parameters.
    private func offer(_ candidate: Completion.Candidate) -> EditorState.Offer {
        let form = candidate.signatures[0]
        let signature: String
        if form.hasPrefix(candidate.name) {
            signature = form
        } else if candidate.name.hasPrefix(".") {
            signature = "." + form
        } else {
            signature = candidate.name.hasSuffix(":") ? "\(candidate.name) \(form)" : "\(candidate.name): \(form)"
        }
        return EditorState.Offer(signature: signature, summary: candidate.summary, example: candidate.example?.inOneLine)
    }
}

extension String {
    /// The lines joined into one.
    fileprivate var inOneLine: String { split(separator: "\n").joined(separator: "; ") }
}

/// Handles keys in the input line for a chain.
enum EditorUpdate {
    /// Opens the line with the running chain, or empty.
    static func open(_ state: inout AppState) {
        open(&state, with: running(state))
    }

    private static func open(_ state: inout AppState, with text: String) {
        let library = LibraryChain.all.reversed().map { $0.text.split(separator: "\n").joined(separator: "\n") }
        state.mode = .editor(ChainEditor(text, history: library + state.typedChains))
    }

    /// The text of the running chain, empty for a scenario.
    private static func running(_ state: AppState) -> String {
        state.choice?.chain.flatMap { chain in state.numbers.map(chain.text) } ?? ""
    }

    static func press(_ key: Key, _ editor: ChainEditor, _ state: inout AppState) -> [Effect] {
        var editor = editor
        switch key {
        case .enter: return run(editor, &state)
        case .escape: leave(editor, &state)
        default:
            editor.press(key)
            state.mode = .editor(editor)
        }
        return []
    }

    /// Returns from a tried text to the choice that ran before it, and opens the line with the text.
    static func goBack(to typed: TypedText, _ state: inout AppState) -> [Effect] {
        state.show(typed.before)
        open(&state, with: typed.text)
        return [.restart]
    }

    /// Closes the line and keeps its text in the history.
    private static func leave(_ editor: ChainEditor, _ state: inout AppState) {
        let text = editor.line.text
        if !text.isEmpty, text != running(state) { remember(text, &state) }
        state.mode = .commands
    }

    private static func remember(_ text: String, _ state: inout AppState) {
        state.typedChains = HistoryFile.collapsed(state.typedChains + [text])
    }

    /// Runs the typed chain. A chain with an error stays in the line; a second Enter has the Swift compiler try it.
    private static func run(_ editor: ChainEditor, _ state: inout AppState) -> [Effect] {
        guard case .success(let chain) = editor.chain else {
            guard !editor.isRefused else { return hand(over: editor.line.text, &state) }
            var editor = editor
            editor.refuse()
            state.mode = .editor(editor)
            return []
        }
        remember(chain.source.text, &state)
        var choice = Choice(ChainScenario(chain, name: "chain", title: chain.source.title))
        // Tab continues from the scenario before the chain.
        choice.scenario = state.choice?.scenario ?? 0
        state.show(choice)
        return [.keep(chain.source.text), .restart]
    }

    /// Passes a text that flowviz cannot parse to the Swift compiler.
    private static func hand(over text: String, _ state: inout AppState) -> [Effect] {
        remember(text, &state)
        state.mode = .commands
        return state.choice.map { [.keep(text), .tryTyped(TypedText(text: text, before: $0))] } ?? []
    }
}
