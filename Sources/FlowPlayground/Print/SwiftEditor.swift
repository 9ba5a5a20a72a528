import FlowOperators

/// Edits a chain into a separate program: operators get a scheduler, and sinks show their values.
struct SwiftEditor {
    let chain: Chain
    private(set) var edits: [Edit] = []
    private let inputs: SwiftInputs
    /// Declarations of sources to insert before the edited statement, so that values can be sent through them.
    private var named: [String] = []

    init(_ chain: Chain, _ inputs: SwiftInputs) {
        self.chain = chain
        self.inputs = inputs
    }

    // MARK: Statements

    mutating func edit(_ statements: [Statement]) {
        for statement in statements { edit(statement) }
    }

    private mutating func edit(_ statement: Statement) {
        if case .imported(_, let span) = statement { return edits.append(Edit(span: span, text: "")) }
        for value in statement.values { edit(value) }
        for block in statement.blocks { edit(block) }
    }

    /// Edits a top-level statement: keeps subscriptions, and adds missing sinks.
    mutating func editTop(_ statement: Statement) {
        let first = edits.count
        editStatement(statement)
        edits.insert(contentsOf: named.map { .insert("\($0)\n", at: start(of: statement)) }, at: first)
        named = []
    }

    private func start(of statement: Statement) -> Int {
        switch statement {
        // Begins at the keyword, which precedes the name.
        case .constant(_, let span, _, _, let isVariable):
            chain.source.lastOffset(of: isVariable ? "var" : "let", before: span.start)
        case .expression(let value), .assignment(let value, _, _): value.span.start
        case .result(_, let span), .failure(_, let span), .condition(_, _, _, let span), .imported(_, let span): span.start
        }
    }

    private mutating func editStatement(_ statement: Statement) {
        guard case .expression(let value) = statement else { return edit(statement) }
        let added = chain.stages.first { $0.isSink && $0.span == Span(value.span.end, value.span.end) }
        let result = chain.overload(of: value)?.signature.result
        let isKept = added != nil || result == .cancellable
        if isKept || result != .void { edits.append(.insert(isKept ? "subscriptions.append(" : "_ = ", at: value.span.start)) }
        edit(value)
        if let added {
            let sink = "\(shown(added.label)).sink(receiveCompletion: { _ in }, receiveValue: { _ in })"
            edits.append(.insert(sink, at: value.span.end))
        }
        if isKept { edits.append(.insert(")", at: value.span.end)) }
    }

    private func shown(_ label: String) -> String { ".shown(as: \"\(label)\", scheduler, show)" }

    // MARK: Values

    private mutating func edit(_ expression: Expression) {
        if isScheduler(expression) { return edits.append(Edit(span: expression.span, text: "scheduler")) }
        switch expression {
        case .array(let elements, let span): editArray(elements, span)
        case .infix(let left, let infix, _, let right) where isMoment(left):
            edit(left)
            let isTime = right.isImplicitMember
            edits.append(
                Edit(
                    span: Span(left.span.end, right.span.start),
                    text: ".advanced(by: \(infix == .subtract ? "-" : "")\(isTime ? "" : ".seconds(")"))
            edit(right)
            edits.append(.insert(isTime ? ")" : "))", at: right.span.end))
        case .closure(let closure): edit(closure.body)
        case .call(let call): edit(call)
        default:
            for part in expression.parts { edit(part) }
        }
    }

    /// Adds the type to an array whose type Swift might infer differently, such as one with nil.
    private mutating func editArray(_ elements: [Expression], _ span: Span) {
        elements.forEach { edit($0) }
        guard let type = chain.type(ofArray: span.start), type.isKnown else { return }
        edits.append(.insert("(", at: span.start))
        edits.append(.insert(" as \(SwiftTypes.text(type)))", at: span.end))
    }

    // MARK: Calls

    private mutating func edit(_ call: Call) {
        guard let resolved = chain.resolvedCall(of: call.callee) else { return editParts(of: call) }
        if resolved.overload.role == .input { return editInput(call, resolved) }
        switch resolved.overload.operation {
        case .timerPublish: return editTimer(call)
        case .interval: return editInterval(call)
        case .marbles: editMarbles(call, resolved.overload)
        case .other("now"): return edits.append(Edit(span: call.span, text: "scheduler.now"))
        case .other("wait"): editWait(call)
        case .empty, .fail: editTypes(call, resolved)
        case .sink, .pausableSink: editSink(call, resolved)
        default: break
        }
        // Edits at one offset keep their order: the end of a duration precedes a scheduler inserted after it.
        editTimes(of: call, resolved.overload)
        editSchedulers(of: call, resolved.overload)
        editParts(of: call)
    }

    /// Edits numbers that are durations.
    private mutating func editTimes(of call: Call, _ overload: Overload) {
        guard let assignment = try? Assignment(call.arguments, to: overload.signature) else { return }
        for (index, parameter) in overload.signature.parameters.enumerated() where parameter.type == .plain(.duration) {
            guard let position = assignment.argument(of: index), call.arguments[position].value.isNumber else { continue }
            edits.append(.insert(".seconds(", at: call.arguments[position].value.span.start))
            edits.append(.insert(")", at: call.arguments[position].value.span.end))
        }
    }

    /// Whether a value is a call that returns a moment: `.now()`.
    private func isMoment(_ value: Expression) -> Bool {
        guard case .call(let call) = value else { return false }
        return chain.resolvedCall(of: call.callee)?.overload.signature.result == .plain(.moment)
    }

    private mutating func editWait(_ call: Call) {
        edits.append(Edit(span: call.callee.span, text: "scheduler.advance"))
        for argument in call.arguments { edits.append(.insert("by: ", at: argument.value.span.start)) }
    }

    private mutating func editParts(of call: Call) {
        if case .member(let base, _, _) = call.callee { edit(base) }
        for argument in call.arguments where !isScheduler(argument.value) { edit(argument.value) }
    }

    /// Replaces an input source by a reference to its name. A source without a name gets one.
    private mutating func editInput(_ call: Call, _ resolved: ResolvedCall) {
        var parts = SwiftEditor(chain, inputs)
        parts.editParts(of: call)
        let isKeys = resolved.overload.operation == .keys
        let text = isKeys ? "PassthroughSubject<String, Never>()" : Edit.apply(parts.edits, to: chain.source, in: call.span)
        guard let name = inputs.generatedNames[resolved.span] else { return edits.append(Edit(span: call.span, text: text)) }
        named.append("let \(name) = \(text)")
        edits.append(Edit(span: call.span, text: name))
    }

    private mutating func editTimer(_ call: Call) {
        guard let period = call.arguments.first?.value else { return }
        let text =
            "Publishers.timer(scheduler: scheduler, interval: .seconds(\(chain.source[period.span])))"
            + ".map { _ in scheduler.now }.makeConnectable()"
        edits.append(Edit(span: call.span, text: text))
    }

    private mutating func editInterval(_ call: Call) {
        guard let period = call.arguments.first?.value, let inside = call.parentheses else { return }
        edits.append(Edit(span: call.callee.span, text: "Publishers.timer"))
        edits.append(Edit(span: Span(inside.start + 1, period.span.start), text: "scheduler: scheduler, interval: "))
        edit(period)
    }

    private mutating func editMarbles(_ call: Call, _ overload: Overload) {
        guard let inside = call.parentheses else { return }
        edits.append(.insert("Publishers.", at: call.callee.span.start))
        let fails = overload.signature.parameters.count > 2 && !call.arguments.contains { $0.label == "failure" }
        edits.append(.insert((fails ? ", failure: FlowError(\"failed\")" : "") + ", scheduler: scheduler", at: inside.end - 1))
    }

    /// Adds types that Swift might not infer.
    private mutating func editTypes(_ call: Call, _ resolved: ResolvedCall) {
        guard case .name(_, [], let span) = call.callee, case .publisher(let output, let failure, _) = resolved.type,
            output.isKnown, failure.isKnown
        else { return }
        edits.append(.insert("<\(SwiftTypes.text(output)), \(SwiftTypes.text(failure))>", at: span.end))
    }

    private mutating func editSink(_ call: Call, _ resolved: ResolvedCall) {
        guard case .member(let base, _, _) = call.callee,
            let label = chain.stages.first(where: { $0.span == resolved.span })?.label
        else { return }
        edits.append(.insert(shown(label), at: base.span.end))
        let operation = resolved.overload.operation
        let takesCompletion = resolved.overload.signature.parameters.contains { $0.label == "receiveCompletion" }
        if operation == .sink, resolved.overload.signature.parameters.isEmpty, let inside = call.parentheses {
            edits.append(Edit(span: inside, text: "(receiveCompletion: { _ in }, receiveValue: { _ in })"))
        } else if operation == .pausableSink, !takesCompletion {
            guard let inside = call.parentheses else {
                return edits.append(.insert("(receiveCompletion: { _ in })", at: resolved.span.end))
            }
            let comma = inside.end - inside.start > 2 ? ", " : ""
            edits.append(.insert("receiveCompletion: { _ in }\(comma)", at: inside.start + 1))
        }
    }

    // MARK: Schedulers

    private func isScheduler(_ value: Expression) -> Bool {
        switch value {
        case .member(.name(let space, _, _), let name, _):
            OperatorTable.functions["\(space).\(name)"]?.first?.signature.result == .plain(.scheduler)
        case .implicitMember("main", _), .implicitMember("shared", _): true
        case .call(let call): chain.resolvedCall(of: call.callee)?.overload.signature.result == .plain(.scheduler)
        default: false
        }
    }

    private mutating func editSchedulers(of call: Call, _ overload: Overload) {
        guard let assignment = try? Assignment(call.arguments, to: overload.signature) else { return }
        for (index, parameter) in overload.signature.parameters.enumerated() where parameter.type == .plain(.scheduler) {
            if let position = assignment.argument(of: index) {
                edits.append(Edit(span: call.arguments[position].value.span, text: "scheduler"))
            } else {
                insertScheduler(labelled: parameter.label, at: index, call, assignment)
            }
        }
    }

    private mutating func insertScheduler(labelled label: String?, at index: Int, _ call: Call, _ assignment: Assignment) {
        guard let inside = call.parentheses else { return }
        let text = (label.map { "\($0): " } ?? "") + "scheduler"
        if let before = assignment.indices.lastIndex(where: { $0 < index }), !call.arguments[before].isTrailing {
            edits.append(.insert(", \(text)", at: call.arguments[before].value.span.end))
        } else {
            let comma = call.arguments.contains { !$0.isTrailing } ? ", " : ""
            edits.append(.insert(text + comma, at: inside.start + 1))
        }
    }
}

/// A replacement of a span of text.
struct Edit {
    let span: Span
    let text: String

    static func insert(_ text: String, at offset: Int) -> Edit { Edit(span: Span(offset, offset), text: text) }

    /// The edited source. Edits at one offset keep their order.
    static func apply(_ edits: [Edit], to source: SourceText, in range: Span) -> String {
        let sorted = edits.enumerated().sorted {
            ($0.element.span.start, $0.element.span.end, $0.offset) < ($1.element.span.start, $1.element.span.end, $1.offset)
        }
        var bytes: [UInt8] = []
        var offset = range.start
        for (_, edit) in sorted where edit.span.start >= offset {
            bytes += source.bytes[offset..<edit.span.start]
            bytes += Array(edit.text.utf8)
            offset = edit.span.end
        }
        bytes += source.bytes[offset..<range.end]
        return String(decoding: bytes, as: UTF8.self)
    }
}
