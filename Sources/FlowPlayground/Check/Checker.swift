/// Checks a program: finds the type of every value, resolves every call, and reports mismatches.
///
/// It infers types from left to right: the types of a closure's parameters are known when the closure is checked.
struct Checker {
    private let state: CheckState

    static func check(_ program: [Statement], of source: SourceText) throws(Problem) -> Chain {
        try Checker(state: CheckState(source)).check(program)
    }

    /// Checks an unfinished program to find the facts at the cursor; skips mismatches.
    static func probe(_ program: [Statement], of source: SourceText, _ probe: CursorProbe) {
        let checker = Checker(state: CheckState(source, probe: probe))
        for statement in program {
            let isChecked = (try? checker.state.attempt { () throws(Problem) in try checker.check(statement) }) != nil
            guard !isChecked, case .constant(let name, _, _, _, _) = statement else { continue }
            checker.state.names.append(Name(text: name, value: Typed(.void, .unknown)))
        }
    }

    private func check(_ program: [Statement]) throws(Problem) -> Chain {
        let steps = try program.map { (statement) throws(Problem) in try check(statement) }
        guard state.stages.contains(where: \.isSink) else {
            let isFile = program.contains { if case .imported = $0 { true } else { false } }
            throw Problem(
                state.source.end, "there is no stream here; write a publisher, for example [1, 2, 3].publisher.map { $0 * 2 }",
                notes: isFile ? [Keyword.doubtfulOffer] : [])
        }
        StageNames.name(&state.stages, passedOn: state.passedOnStages)
        return Chain(
            source: state.source, stages: state.stages, isEndless: state.isEndless, program: program, steps: steps,
            calls: state.calls, arrays: state.arrays, inputs: inputs)
    }

    private func check(_ statement: Statement) throws(Problem) -> Step {
        guard case .expression(let expression) = statement else { return try StatementChecker(state: state).statement(statement) }
        let value = try ValueChecker(state: state).check(expression)
        if case .call(let overload, let parts, let site) = value.term, overload.role == .wait, let time = parts.last {
            return .wait(time.value.term, site.span)
        }
        return .kept(try ended(value, expression.span).term)
    }

    /// Adds a sink to a stream without one.
    private func ended(_ value: Typed, _ span: Span) throws(Problem) -> Typed {
        guard value.type.isPublisher else { return value }
        try Problem.requireKnown(value.type, span)
        guard let sink = OperatorTable.overloads["sink"]?.first else { preconditionFailure("the table has no sink") }
        let end = Span(span.end, span.end)
        return try CallBuilder(state: state).build(sink, [TermPart(value, at: span)], name: end, bindings: Bindings())
    }

    /// The names of the sources that the user sends through, by stage.
    private var inputs: [Int: String] {
        var inputs: [Int: String] = [:]
        for name in state.names {
            guard let origin = name.value.origin, let text = name.text, state.stages[origin].role == .input else { continue }
            inputs[origin] = inputs[origin] ?? text
        }
        return inputs
    }
}
