import FlowPlayground
import FlowScreen
import FlowSessions
import FlowViews

/// The line in which a chain is typed, with what is wrong with it and what could come next.
struct ChainEditor: Equatable {
    /// What an empty line shows, and runs.
    static let example =
        "marbles(\"ABCDEF|\").buffer(size: 2, prefetch: .byRequest, whenFull: .dropOldest).pace(.seconds(1))"

    private(set) var line: LineEditor
    /// What fits at the cursor.
    private(set) var completion: Completion
    /// Why the chain cannot run, `nil` if it can.
    private(set) var problem: Problem?
    /// Whether the chain was to run and could not, and has not been changed since.
    private(set) var isRefused = false
    /// Whether its stream has no sink yet, so that operators can follow.
    private(set) var canGoOn = false

    /// - Parameters:
    ///   - text: What is in the line at first.
    ///   - history: What was run before, the oldest first.
    init(_ text: String, history: [String]) {
        line = LineEditor(text, history: history)
        completion = Completion(of: "", at: 0)
        refresh()
    }

    /// Edits the line; Enter and Esc are not for it.
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

    /// Marks the chain as one that was to run and cannot.
    mutating func refuse() { isRefused = true }

    /// What Enter runs.
    var chain: Result<Chain, Problem> {
        Result { () throws(Problem) in try Chain(line.text.isEmpty ? ChainEditor.example : line.text) }
    }

    private mutating func complete(_ step: Int) {
        line.complete(from: completion.word.start, with: completion.candidates.map(\.insertion), step: step)
        // The list stays that of the word while Tab goes through it.
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

    /// The index of the character that begins at an offset, or holds it.
    private func index(ofOffset offset: Int) -> Int {
        var end = 0
        for (index, character) in line.characters.enumerated() {
            end += character.utf8.count
            if offset < end { return index }
        }
        return line.characters.count
    }

    /// A candidate with its name and what it takes.
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
    /// Statements of several lines one behind the other.
    fileprivate var inOneLine: String { split(separator: "\n").joined(separator: "; ") }
}

/// What keys do in the line in which a chain is typed.
enum EditorUpdate {
    /// Opens the line with the chain that runs, or an empty one.
    static func open(_ state: inout AppState) {
        open(&state, with: running(state))
    }

    private static func open(_ state: inout AppState, with text: String) {
        let library = LibraryChain.all.reversed().map { $0.text.split(separator: "\n").joined(separator: "\n") }
        state.mode = .editor(ChainEditor(text, history: library + state.typedChains))
    }

    /// The chain that runs, empty where a scenario does.
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

    /// Shows again what ran before a text of the line was tried, below the line with that text.
    static func goBack(to typed: TypedText, _ state: inout AppState) -> [Effect] {
        state.show(typed.before)
        open(&state, with: typed.text)
        return [.restart]
    }

    /// Closes the line; what was typed in it can be brought back.
    private static func leave(_ editor: ChainEditor, _ state: inout AppState) {
        let text = editor.line.text
        if !text.isEmpty, text != running(state) { remember(text, &state) }
        state.mode = .commands
    }

    private static func remember(_ text: String, _ state: inout AppState) {
        state.typedChains = HistoryFile.collapsed(state.typedChains + [text])
    }

    /// Runs the typed chain instead of what runs. One that cannot run stays in the line; asked again, it is tried as Swift.
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
        // Where Tab goes on from.
        choice.scenario = state.choice?.scenario ?? 0
        state.show(choice)
        return [.keep(chain.source.text), .restart]
    }

    /// Has Swift itself read a text that the line does not.
    private static func hand(over text: String, _ state: inout AppState) -> [Effect] {
        remember(text, &state)
        state.mode = .commands
        return state.choice.map { [.keep(text), .tryTyped(TypedText(text: text, before: $0))] } ?? []
    }
}
