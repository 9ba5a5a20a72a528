/// Finds the completions at the end of typed text.
struct Completer {
    private typealias Candidate = Completion.Candidate

    private let cursor: CursorTokens
    private let around: CursorCall?

    init(_ cursor: CursorTokens) {
        self.cursor = cursor
        around = CursorCall(cursor)
    }

    // MARK: The call

    var call: CallHelp? {
        guard let around else { return nil }
        let overloads = overloads(of: around)
        let fitting = overloads.filter { around.parameters(of: $0.signature) != nil }
        let forms = (fitting.isEmpty ? overloads : fitting).map(\.signature.text)
        guard let first = forms.first,
            let row = OperatorTable.operators.first(where: { $0.signatures.contains(first) })
        else { return nil }
        let name = cursor.text(cursor.tokens[around.name])
        return CallHelp(name: name, signatures: forms, summary: row.summary, example: row.example)
    }

    /// The overloads of the called operator that fit its receiver.
    private func overloads(of call: CursorCall) -> [Overload] {
        let name = cursor.text(cursor.tokens[call.name])
        guard call.name > 0, cursor.tokens[call.name - 1].kind == .period else {
            return (OperatorTable.overloads[name] ?? []).filter { $0.signature.kind == .function }
        }
        guard cursor.endsValue(call.name - 2) else {
            return (OperatorTable.overloads[name] ?? []).filter { $0.signature.kind == .member }
        }
        if let namespace = namespace(call.name - 2) { return OperatorTable.overloads["\(namespace).\(name)"] ?? [] }
        let receivers = receivers(at: cursor.tokens[call.name].span.start)
        return (OperatorTable.overloads[name] ?? []).filter {
            $0.signature.kind == .method && receivers.contains(where: $0.signature.acceptsReceiver)
        }
    }

    // MARK: Candidates

    /// All completions, regardless of the typed word.
    var candidates: [Completion.Candidate] {
        guard !cursor.isInText, !cursor.isInType else { return [] }
        if cursor.before()?.kind == .period {
            return cursor.endsValue(cursor.tokens.count - 2) ? members : implicitMembers(isTyped: true)
        }
        guard cursor.canBeginValue else { return [] }
        guard let around, around.open == cursor.open.last, !around.hasBegun, cursor.tokens[around.open].kind == .leftParenthesis
        else { return values() }
        return arguments(of: around)
    }

    /// The members that can follow the `.` of a value, or of a namespace.
    private var members: [Candidate] {
        if let namespace = namespace(cursor.tokens.count - 2) {
            return fittingRows { $0.signature.name.hasPrefix(namespace + ".") }.map {
                candidate($0, dropping: namespace.count + 1)
            }
        }
        let receivers = receivers(at: cursor.word.start)
        return fittingRows { receivers.contains(where: $0.signature.acceptsReceiver) }.map { candidate($0) }
    }

    private func arguments(of call: CursorCall) -> [Candidate] {
        let overloads = overloads(of: call)
        guard !overloads.isEmpty else { return values() }
        var candidates: [Candidate] = []
        for overload in overloads {
            for parameter in call.parameters(of: overload.signature) ?? [] {
                let isLabel = call.label == nil && parameter.label != nil
                candidates += isLabel ? [label(parameter)] : values(of: parameter.type)
            }
        }
        return candidates.reduce(into: []) { all, candidate in
            if !all.contains(where: { $0.name == candidate.name }) { all.append(candidate) }
        }
    }

    private func label(_ parameter: Parameter) -> Candidate {
        let name = parameter.label ?? parameter.name
        let end = parameter.standard.map { "May be left out: \($0)." } ?? "An argument."
        return Candidate(name: "\(name):", insertion: "\(name): ", signatures: ["\(parameter.type)"], summary: end)
    }

    private func values(of type: ValueType) -> [Candidate] {
        switch type {
        case .optional(let wrapped): values(of: wrapped)
        case .plain(.bool):
            ["true", "false"].map { Candidate(name: $0, insertion: $0, signatures: ["Bool"], summary: "A truth value.") }
        case .plain(.duration), .plain(.demand), .plain(.mode), .plain(.prefetch), .whenFull, .grouping:
            implicitMembers(isTyped: false, of: type)
        case .plain(.scheduler):
            implicitMembers(isTyped: false, of: type) + values().filter { $0.signatures[0].hasSuffix("-> Scheduler") }
        case .function: []
        default: values()
        }
    }

    /// The implicit members that fit at the cursor.
    private func implicitMembers(isTyped: Bool) -> [Candidate] {
        guard let around, around.open == cursor.open.last else { return [] }
        let types = overloads(of: around).flatMap { around.parameters(of: $0.signature) ?? [] }
            .filter { $0.label == around.label }.map(\.type)
        return types.reduce(into: []) { all, type in
            for member in implicitMembers(isTyped: isTyped, of: type) where !all.contains(member) { all.append(member) }
        }
    }

    private func implicitMembers(isTyped: Bool, of type: ValueType) -> [Candidate] {
        let wanted: ValueType = if case .optional(let wrapped) = type { wrapped } else { type }
        if case .variable = wanted { return [] }
        return fittingRows { overload in
            var bindings = Bindings()
            return overload.signature.kind == .member && bindings.match(overload.signature.result, Bindings().close(wanted))
        }.map { candidate($0, prefix: isTyped ? "" : ".") }
    }

    /// The names in scope, and the functions.
    private func values() -> [Candidate] {
        let probe = probe(at: cursor.word.start)
        let names = (probe?.names ?? []).map {
            Candidate(name: $0.text, insertion: $0.text, signatures: ["\($0.type)"], summary: "A name of this chain.")
        }
        let functions = fittingRows { $0.signature.kind == .function }
        guard !cursor.open.isEmpty else { return functions.map { candidate($0) } + names }
        let library = functions.filter { $0.row.group == .library }
        return names + (library + functions.filter { $0.row.group != .library }).map { candidate($0) }
    }

    // MARK: Rows

    private typealias Row = (row: Operator, overloads: [Overload])

    /// The rows that have fitting overloads, paired with those overloads. A row is repeated for each different name among them,
    /// with the overloads of that name.
    private func fittingRows(where fits: (Overload) -> Bool) -> [Row] {
        OperatorTable.operators.flatMap { row in
            let fitting = row.overloads.filter(fits)
            let names = fitting.reduce(into: [String]()) { if !$0.contains($1.signature.name) { $0.append($1.signature.name) } }
            return names.map { name in (row, fitting.filter { $0.signature.name == name }) }
        }
    }

    private func candidate(_ row: Row, prefix: String = "", dropping count: Int = 0) -> Candidate {
        let signature = row.overloads[0].signature
        return Candidate(
            name: prefix + signature.name.dropFirst(count), insertion: prefix + signature.beginning.dropFirst(count),
            signatures: row.overloads.map(\.signature.text), summary: row.row.summary, example: row.row.example)
    }

    // MARK: Types

    /// The namespace before a `.`, as in `Timer.publish`.
    private func namespace(_ index: Int) -> String? {
        let text = cursor.text(cursor.tokens[index])
        let isMember = index > 0 && cursor.tokens[index - 1].kind == .period
        return OperatorTable.namespaces.contains(text) && !isMember ? text : nil
    }

    /// The possible types of the value before the `.`; any stream if they are unknown.
    private func receivers(at offset: Int) -> [ValueType] {
        let found = probe(at: offset)?.receivers ?? []
        return found.isEmpty ? [.stream(.unknown, .unknown)] : found
    }

    private func probe(at offset: Int) -> CursorProbe? {
        let source = cursor.closed(at: offset)
        let probe = CursorProbe(offset)
        do {
            Checker.probe(try Parser.program(source), of: source, probe)
            return probe
        } catch {
            return nil
        }
    }
}

/// Records a checker's facts at the cursor, even if the check fails later.
final class CursorProbe {
    private let cursor: Int
    /// The types of the value before the `.` at the cursor, in the order found.
    private(set) var receivers: [ValueType] = []
    /// The names in scope at the cursor, with their types, the innermost first; `nil` if the check did not reach the cursor.
    private(set) var names: [(text: String, type: ValueType)]?

    init(_ cursor: Int) { self.cursor = cursor }

    func record(receiver type: ValueType, at span: Span) {
        if span.start == cursor, !receivers.contains(type) { receivers.append(type) }
    }

    /// - Parameter values: The types of `$0`, `$1`… if the closure has unnamed parameters.
    func record(names: [Name], unnamed values: [ValueType], at span: Span) {
        guard span.start == cursor, self.names == nil else { return }
        var known = values.enumerated().map { (text: "$\($0)", type: $1) }
        for name in names.reversed() {
            guard let text = name.text, !known.contains(where: { $0.text == text }) else { continue }
            known.append((text, name.value.type))
        }
        self.names = known
    }
}
