/// Finds out the type of every value of a program, chooses the operators, and says what does not fit.
///
/// Types are known from left to right: when a closure is looked at, the types of what it is given are known.
struct Checker {
    /// How many values may be looked at; overloads within overloads are tried one after the other.
    private static let patience = 100_000

    let source: SourceText
    /// The names that are known here, the newest last.
    var names: [Name] = []
    /// Where the names of the innermost block begin.
    var scope = 0
    /// The closures around this place, the innermost last.
    var frames: [Frame] = []
    /// The stages found so far.
    var stages: [ChainStage] = []
    /// Stages that a value passes on in a way that the stages themselves do not tell.
    var links: [Int] = []
    /// What was made of calls.
    var choices: [Choice] = []
    /// The types of arrays that Swift might take for others, with where they stand.
    var arrays: [(start: Int, type: ValueType)] = []
    /// Whether a sink's stream never ends by itself.
    var isEndless = false
    private var looked = 0
    /// What is asked at a place; `nil` where the whole is checked.
    private(set) var probe: CursorProbe?

    init(_ source: SourceText) {
        self.source = source
    }

    /// Checks a program that is not whole for what is known at a place in it; what does not fit is passed over.
    static func probe(_ program: [Statement], of source: SourceText, _ probe: CursorProbe) {
        var checker = Checker(source)
        checker.probe = probe
        for statement in program {
            let isRead = (try? checker.attempt { checker throws(Problem) in try checker.topStatement(statement) }) != nil
            guard !isRead, case .constant(let name, _, _, _) = statement else { continue }
            checker.names.append(Name(text: name, value: Typed(.void, .unknown)))
        }
    }

    /// Checks a program.
    static func check(_ program: [Statement], of source: SourceText) throws(Problem) -> Chain {
        var checker = Checker(source)
        checker.stages.reserveCapacity(8)
        checker.choices.reserveCapacity(16)
        checker.names.reserveCapacity(8)
        var steps: [Step] = []
        for statement in program { steps.append(try checker.topStatement(statement)) }
        guard checker.stages.contains(where: \.isSink) else {
            throw Problem(source.end, "there is no stream here; write a publisher, as [1, 2, 3].publisher.map { $0 * 2 }")
        }
        StageNames.name(&checker.stages, links: checker.links)
        return Chain(
            source: source, program: program, steps: steps, stages: checker.stages, inputs: checker.inputs,
            choices: checker.choices, arrays: checker.arrays, isEndless: checker.isEndless)
    }

    // MARK: Top statements

    private mutating func topStatement(_ statement: Statement) throws(Problem) -> Step {
        switch statement {
        case .constant: return try constant(statement)
        case .expression(let expression): return .expression(try ended(try check(expression), expression.span).term)
        case .result(_, let span): throw Problem(span, "'return' stands in no closure")
        case .failure(_, let span): throw Problem(span, "'throw' stands in no closure")
        case .condition(_, _, _, let span): throw Problem(span, "'if' stands in no closure; use '?:'")
        }
    }

    /// A stream with a sink behind it, where it has none.
    private mutating func ended(_ value: Typed, _ span: Span) throws(Problem) -> Typed {
        guard value.type.isPublisher else { return value }
        try requireKnown(value.type, span)
        guard let sink = OperatorTable.overloads["sink"]?.first else { preconditionFailure("the table has no sink") }
        let end = Span(span.end, span.end)
        return try build(sink, [TermPart(value, at: span)], name: end, bindings: Bindings())
    }

    /// The names of the sources that the user sends through, by stage.
    private var inputs: [Int: String] {
        var inputs: [Int: String] = [:]
        for name in names {
            guard let origin = name.value.origin, let text = name.text, stages[origin].role == .input else { continue }
            inputs[origin] = inputs[origin] ?? text
        }
        return inputs
    }

    // MARK: Statements

    /// Checks `let name = value`, and makes the name known.
    mutating func constant(_ statement: Statement) throws(Problem) -> Step {
        guard case .constant(let name, let span, let type, let expression) = statement else {
            preconditionFailure("not a constant: \(statement)")
        }
        guard name == "_" || !names[scope...].contains(where: { $0.text == name }) else {
            throw Problem(span, "'\(name)' is declared already")
        }
        var value: Typed
        if let type {
            let wanted = try TypeReader.type(type)
            value = try check(expression, wanted)
            var bindings = Bindings()
            value = try fit(value, wanted, &bindings, expression.span) { "'\(name)' is declared as \(wanted), but this is \($0)" }
            value.type = value.type.merged(with: wanted) ?? wanted
        } else {
            value = try check(expression)
        }
        guard value.type != .optional(.unknown) else {
            throw Problem(expression.span, "the type of nil cannot be told; write let \(name): Int? = nil")
        }
        names.append(Name(text: name == "_" ? nil : name, value: value))
        return .constant(value.term)
    }

    /// Counts a value that is looked at.
    mutating func look(_ expression: Expression) throws(Problem) {
        looked += 1
        if looked > Checker.patience {
            throw Problem(expression.span, "this is too complex to be checked; give parts of it names with 'let'")
        }
    }

    /// Tries something; where it fails, nothing has happened but the time it took.
    mutating func attempt<Result>(
        _ body: (inout Checker) throws(Problem) -> Result
    ) throws(Problem) -> Result {
        let before = mark
        do {
            return try body(&self)
        } catch {
            forget(since: before)
            throw error
        }
    }

    /// How much is known: all that is found out is put behind what was known before.
    struct Mark {
        fileprivate let names, scope, frames, stages, links, choices, arrays: Int
        fileprivate let isEndless: Bool
    }

    var mark: Mark {
        Mark(
            names: names.count, scope: scope, frames: frames.count, stages: stages.count, links: links.count,
            choices: choices.count, arrays: arrays.count, isEndless: isEndless)
    }

    /// Forgets what was found out since.
    mutating func forget(since mark: Mark) {
        names.removeLast(max(0, names.count - mark.names))
        scope = mark.scope
        frames.removeLast(frames.count - mark.frames)
        stages.removeLast(stages.count - mark.stages)
        links.removeLast(links.count - mark.links)
        choices.removeLast(choices.count - mark.choices)
        arrays.removeLast(arrays.count - mark.arrays)
        isEndless = mark.isEndless
    }

    // MARK: Fitting

    /// A value as what is wanted: with its type found to be the same, or made an optional.
    ///
    /// - Parameter message: What is wrong otherwise, for the value's type.
    func fit(
        _ value: Typed, _ wanted: ValueType, _ bindings: inout Bindings, _ span: @autoclosure () -> Span,
        _ message: (ValueType) -> String
    ) throws(Problem) -> Typed {
        guard case .optional = wanted else {
            guard bindings.match(wanted, value.type) else { throw Problem(span(), message(value.type)) }
            return value
        }
        var tried = bindings
        if tried.match(wanted, value.type) {
            bindings = tried
            return value
        }
        tried = bindings
        if case .optional(let wrapped) = wanted, !wrapped.isFunction, tried.match(wrapped, value.type) {
            bindings = tried
            return Typed(.some(value.term), .optional(value.type))
        }
        if wrapsFunction(wanted), case .optional(let wrapped) = wanted, tried.match(wrapped, value.type) {
            bindings = tried
            return value
        }
        throw Problem(span(), message(value.type))
    }

    private func wrapsFunction(_ type: ValueType) -> Bool {
        if case .optional(let wrapped) = type { wrapped.isFunction } else { false }
    }
}
