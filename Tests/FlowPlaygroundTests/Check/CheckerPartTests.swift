import Testing

@testable import FlowPlayground

/// The parts of the checker, each by itself.
@Suite("The parts of the checker")
struct CheckerPartTests {
    private static func expression(_ text: String) throws -> (Expression, SourceText) {
        let source = SourceText(text)
        guard case .expression(let value)? = try Parser.program(source).first else { preconditionFailure("no value: \(text)") }
        return (value, source)
    }

    private static func call(_ text: String) throws -> (Call, CheckState) {
        let (value, source) = try expression(text)
        guard case .call(let call) = value else { preconditionFailure("no call: \(text)") }
        return (call, CheckState(source))
    }

    @Test(arguments: [
        ("1 + 2", "Int"), ("1 + 2.5", "Double"), ("[1, nil]", "[Int?]"), ("(1, \"a\")", "(Int, String)"), ("[]", "[_]"),
        ("-9223372036854775808", "Int"), ("nil ?? 3", "Int"), ("true ? 1 : 2.0", "Double"), ("\"\\(1)\"", "String"),
    ])
    func `a value has a type without a chain around it`(text: String, type: String) throws {
        let (value, source) = try CheckerPartTests.expression(text)

        let typed = try ValueChecker(state: CheckState(source)).check(value)

        #expect(typed.type.description == type)
    }

    @Test func `a name means the newest of that name, by its index`() throws {
        let (value, source) = try CheckerPartTests.expression("x")
        let state = CheckState(source)
        state.names = [Name(text: "x", value: Typed(.void, .int)), Name(text: "x", value: Typed(.void, .string))]

        let typed = try ValueChecker(state: state).check(value)

        guard case .local(1) = typed.term else { return #expect(Bool(false), "\(typed.term)") }
        #expect(typed.type == .string)
    }

    @Test func `an operator takes some types and gives one`() {
        #expect(OperatorRules.arithmetic(.add, .int, .int) == .int)
        #expect(OperatorRules.arithmetic(.add, .string, .string) == .string)
        #expect(OperatorRules.arithmetic(.subtract, .string, .string) == nil)
        #expect(OperatorRules.arithmetic(.remainder, .double, .double) == nil)
        #expect(OperatorRules.arithmetic(.add, .int, .double) == nil)
        #expect(OperatorRules.compared(.equal, .optional(.int), .int) == .optional(.int))
        #expect(OperatorRules.compared(.less, .optional(.int), .int) == nil)
        #expect(OperatorRules.compared(.less, .bool, .bool) == nil)
        #expect(OperatorRules.takes(.minus, .plain(.duration)))
        #expect(!OperatorRules.takes(.not, .int))
    }

    @Test func `the labels of a call choose among the forms of an operator`() throws {
        let (call, state) = try CheckerPartTests.call("Just(1).sink(receiveValue: { print($0) })")
        let forms = OperatorTable.overloads["sink"] ?? []

        let (candidate, others) = try OverloadResolver(state: state).candidates(forms, call.arguments, call.span)

        #expect(candidate.overload.signature.text == "sink(receiveValue: (Output) -> Void) -> AnyCancellable")
        #expect(candidate.indices == [0])
        #expect(others.isEmpty)
    }

    @Test func `of forms that do not fit the one that came farthest is the problem`() throws {
        let (call, state) = try CheckerPartTests.call("Just(1).sink(receiveCompletion: { _ in }, value: { _ in })")
        let forms = OperatorTable.overloads["sink"] ?? []

        #expect {
            _ = try OverloadResolver(state: state).candidates(forms, call.arguments, call.span)
        } throws: { error in
            (error as? Problem)?.message == "'sink' has no argument label 'value:'; did you mean 'receiveValue:'?"
                || (error as? Problem)?.message == "'sink' has no argument label 'value:'"
        }
    }

    @Test func `a constraint holds or is a problem`() throws {
        guard let form = OperatorTable.overloads["min"]?.first(where: { !$0.signature.constraints.isEmpty }) else {
            preconditionFailure("min has no constraint")
        }
        let span = Span(0, 0)
        var ordered = Bindings()
        _ = form.signature.receiver.map { ordered.match($0, .stream(.int, .never)) }
        var unordered = Bindings()
        _ = form.signature.receiver.map { unordered.match($0, .stream(.bool, .never)) }

        #expect(throws: Never.self) { try ConstraintChecker.check(form.signature, &ordered, span) }
        #expect {
            try ConstraintChecker.check(form.signature, &unordered, span)
        } throws: { error in
            (error as? Problem)?.message
                == "'min' needs values that '<' can compare, but Bool is not Comparable; say how with 'min(by:)'"
        }
    }

    @Test func `a try that fails leaves nothing behind, a rehearsal only its result`() throws {
        let (value, source) = try CheckerPartTests.expression("[1, nil]")
        let state = CheckState(source)
        let values = ValueChecker(state: state)

        let type = try state.rehearse { () throws(Problem) in try values.check(value).type }
        #expect(type == .array(.optional(.int)))
        #expect(state.arrays.isEmpty)

        #expect(throws: Problem.self) {
            try state.attempt { () throws(Problem) in
                _ = try values.check(value)
                state.names.append(Name(text: "x", value: Typed(.void, .int)))
                throw Problem(Span(0, 0), "no")
            }
        }
        #expect(state.arrays.isEmpty)
        #expect(state.names.isEmpty)

        _ = try state.attempt { () throws(Problem) in try values.check(value) }
        #expect(state.arrays.map(\.start) == [0])
    }

    @Test func `the names of a block end with it`() throws {
        let state = CheckState(SourceText(""))
        state.names = [Name(text: "outer", value: Typed(.void, .int))]

        try state.inBlock { () throws(Problem) in
            state.names.append(Name(text: "inner", value: Typed(.void, .int)))
            #expect(state.declares("inner"))
            #expect(!state.declares("outer"))
            #expect(state.knows("outer"))
        }

        #expect(state.names.compactMap(\.text) == ["outer"])
    }

    @Test func `a value fits an optional of its type, and binds what is open`() throws {
        var bindings = Bindings()
        let span = Span(0, 0)

        let typed = try Typed(.int(1), .int).fitted(to: .optional(.variable(2)), &bindings, span) { "\($0)" }

        #expect(typed.type == .optional(.int))
        #expect(bindings.close(.variable(2)) == .int)
        #expect(throws: Problem.self) {
            _ = try Typed(.int(1), .int).fitted(to: .string, &bindings, span) { "\($0) is no text" }
        }
    }
}
