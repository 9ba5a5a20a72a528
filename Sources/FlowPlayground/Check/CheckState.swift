/// The state of a check, shared by the checkers of calls, closures and values.
///
/// - Important: Use it on one thread.
final class CheckState {
    /// The maximum number of values checked, since nested overloads multiply the attempts.
    private static let mostValues = 100_000

    let source: SourceText
    /// The completer's probe; `nil` for the check of a whole program.
    let probe: CursorProbe?
    /// The names in scope, the newest last.
    @exclusivity(unchecked) var names: [Name] = []
    /// The index of the innermost block's first name.
    @exclusivity(unchecked) private(set) var scope = 0
    /// The indices of the names read so far.
    @exclusivity(unchecked) var reads: [Int] = []
    /// The closures around the current value, the innermost last.
    @exclusivity(unchecked) var frames: [Frame] = []
    @exclusivity(unchecked) var stages: [ChainStage] = []
    /// Stages that are no stage's input, but feed a choice `a ? b : c` or one of several `return`s.
    @exclusivity(unchecked) var passedOnStages: [Int] = []
    @exclusivity(unchecked) var calls: [ResolvedCall] = []
    /// The types of arrays that Swift might infer differently, with their offsets.
    @exclusivity(unchecked) var arrays: [(start: Int, type: ValueType)] = []
    /// Whether a sink's stream never ends by itself.
    @exclusivity(unchecked) var isEndless = false
    @exclusivity(unchecked) private var valueCount = 0

    init(_ source: SourceText, probe: CursorProbe? = nil) {
        self.source = source
        self.probe = probe
        stages.reserveCapacity(8)
        calls.reserveCapacity(16)
        names.reserveCapacity(8)
    }

    /// Counts a checked value.
    ///
    /// - Throws: After too many values.
    func count(_ expression: Expression) throws(Problem) {
        valueCount += 1
        if valueCount > CheckState.mostValues {
            throw Problem(expression.span, "this is too complex to check; name parts of it with 'let'")
        }
    }

    // MARK: Names

    /// The innermost closure.
    ///
    /// - Precondition: There is one.
    var frame: Frame {
        _read { yield frames[frames.count - 1] }
        _modify { yield &frames[frames.count - 1] }
    }

    func declares(_ name: String) -> Bool { names[scope...].contains { $0.text == name } }

    func knows(_ name: String) -> Bool { names.contains { $0.text == name } }

    /// Checks a block, which is the scope of its names.
    func inBlock<Result>(_ body: () throws(Problem) -> Result) throws(Problem) -> Result {
        let (known, outer) = (names.count, scope)
        defer {
            names.removeLast(names.count - known)
            scope = outer
        }
        scope = known
        return try body()
    }

    // MARK: Trying

    private struct Mark {
        let names, scope, frames, stages, passedOnStages, calls, arrays: Int
        let isEndless: Bool
    }

    private var mark: Mark {
        Mark(
            names: names.count, scope: scope, frames: frames.count, stages: stages.count, passedOnStages: passedOnStages.count,
            calls: calls.count, arrays: arrays.count, isEndless: isEndless)
    }

    /// Runs `body`, and undoes its changes if it throws.
    func attempt<Result>(_ body: () throws(Problem) -> Result) throws(Problem) -> Result {
        let before = mark
        do {
            return try body()
        } catch {
            forget(since: before)
            throw error
        }
    }

    /// Runs `body`, and undoes its changes; only the returned result remains.
    func rehearse<Result>(_ body: () throws(Problem) -> Result) throws(Problem) -> Result {
        let before = mark
        let result = try body()
        forget(since: before)
        return result
    }

    private func forget(since mark: Mark) {
        names.removeLast(max(0, names.count - mark.names))
        scope = mark.scope
        frames.removeLast(frames.count - mark.frames)
        stages.removeLast(stages.count - mark.stages)
        passedOnStages.removeLast(passedOnStages.count - mark.passedOnStages)
        calls.removeLast(calls.count - mark.calls)
        arrays.removeLast(arrays.count - mark.arrays)
        isEndless = mark.isEndless
    }
}

struct Name {
    /// The name, `nil` for a closure's `$0` and for nameless values.
    let text: String?
    /// Its checked value. A use of the name has the same value, with the name's index as its term.
    let value: Typed
    /// Whether it is declared with `var`.
    var isVariable = false
}

struct Frame {
    let owner: String
    /// The index of `$0` among the names.
    let base: Int
    /// The types of `$0`, `$1`…
    let types: [ValueType]
    let canThrow: Bool
    /// The required type of its result.
    let result: ValueType
    /// The bindings of the operator's signature so far.
    var bindings: Bindings
    /// The stage whose publisher it returns.
    var origin: Int?
    /// Whether its result never ends by itself.
    var isEndless = false
    var hasResult = false
    /// The type of the last value that it returns.
    var returned: ValueType?
}

/// The checker's result for a call.
struct ResolvedCall: Sendable {
    let overload: Overload
    let span: Span
    let type: ValueType
}
