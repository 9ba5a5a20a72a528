import FlowPlayground
import FlowScreen

/// The line in which a chain is typed, with what is wrong with it and what could come next.
struct ChainEditor: Equatable {
    /// What an empty line shows, and runs.
    static let example =
        "marbles(\"ABCDEF|\").buffer(size: 2, prefetch: .byRequest, whenFull: .dropOldest).pace(.seconds(1))"

    private(set) var line: LineEditor
    /// What fits at the cursor.
    private(set) var completion: Completion
    /// Why the chain cannot run, `nil` where it can.
    private(set) var problem: Problem?
    /// Whether the chain was to run and could not, and has not been changed since.
    private(set) var isRefused = false
    /// Whether its stream has no sink yet, so that operators can follow.
    private(set) var canGoOn = false

    /// - Parameters:
    ///   - text: What stands in the line at first.
    ///   - history: What was run before, the oldest first.
    init(_ text: String, history: [String]) {
        line = LineEditor(text, history: history)
        completion = Completion(of: "", at: 0)
        look()
    }

    /// Does what a key of the line does; Enter and Esc are none of it.
    mutating func press(_ key: Key) {
        isRefused = false
        switch key {
        case .tab where line.text.isEmpty: insert(ChainEditor.example)
        case .tab: complete(1)
        case .backTab: complete(-1)
        default: if line.press(key) { look() }
        }
    }

    /// Writes a text at the cursor.
    mutating func insert(_ text: String) {
        line.insert(text)
        look()
    }

    /// Notes that the chain was to run and cannot.
    mutating func refuse() {
        isRefused = true
    }

    /// What Enter runs.
    var chain: Result<Chain, Problem> {
        Result { () throws(Problem) in try Chain(line.text.isEmpty ? ChainEditor.example : line.text) }
    }

    private mutating func complete(_ step: Int) {
        line.complete(from: completion.word.start, with: completion.candidates.map(\.insertion), step: step)
        // The list stays that of the word while Tab goes through it.
        judge()
    }

    private mutating func look() {
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
