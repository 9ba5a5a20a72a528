import FlowTrace

/// Problems with longer descriptions.
extension Problem {
    /// Unsupported names of Swift, Combine and Foundation.
    private static let unsupportedNames: Set<String> = [
        "AnyCancellable", "Array", "CancellationError", "Date", "Dictionary", "DispatchTime", "Float", "Future", "Notification",
        "NotificationCenter", "Record", "Result", "URLError", "URLSession", "stride",
    ]

    /// - Parameter known: The names in scope, without the table's.
    static func unknownName(_ name: String, known: [String], _ span: Span) -> Problem {
        if unsupportedNames.contains(name) { return Problem(span, Keyword.unsupported("'\(name)'")) }
        return unknown("unknown name '\(name)'", name, among: known + OperatorTable.functions.keys.sorted(), span)
    }

    /// The problem that a namespace has no function or value of this name.
    static func unknownMember(_ name: String, of space: String, _ span: Span) -> Problem {
        let inside = OperatorTable.functions.keys.filter { $0.hasPrefix("\(space).") }.sorted()
        return unknown(
            "\(space) has no '\(name)' here", name, among: inside.map { String($0.dropFirst(space.count + 1)) }, span)
    }

    /// The problem of an unknown name; suggests the nearest known name, if one is close.
    static func unknown(_ message: String, _ name: String, among known: [String], _ span: Span) -> Problem {
        guard let nearest = Suggestion.nearest(to: name, among: known) else {
            return Problem(span, message, notes: [Keyword.doubtfulOffer])
        }
        return Problem(span, "\(message); did you mean '\(nearest)'?")
    }

    /// The problem that a type has no property or method of this name.
    static func unknownMember(_ name: String, of type: ValueType, _ span: Span) -> Problem {
        unknownMethod(name, OperatorTable.overloads[name]?.filter { $0.signature.receiver != nil } ?? [], of: type, span)
    }

    /// The problem that a type has no method of this name.
    ///
    /// - Parameter others: The methods of other types with that name.
    static func unknownMethod(_ name: String, _ others: [Overload], of type: ValueType, _ span: Span) -> Problem {
        if type.isPublisher, let hint = unsupported[name] { return Problem(span, hint) }
        let forStreams = others.first { $0.signature.receiver?.isPublisher == true }
        if forStreams != nil,
            OperatorTable.overloads["publisher"]?.contains(where: { $0.signature.acceptsReceiver(type) }) == true
        {
            return Problem(span, "\(type) has no method '\(name)'; use '.publisher.\(name)' to make it a stream")
        }
        if type.isPublisher, let overload = forStreams {
            return Problem(span, unsuitable(name, overload, type), notes: [overload.signature.text])
        }
        let known = OperatorTable.overloads.filter { $0.value.contains { $0.signature.acceptsReceiver(type) } }.keys.sorted()
        return unknown(type.isPublisher ? "unknown operator '\(name)'" : "\(type) has no '\(name)'", name, among: known, span)
    }

    private static func unsuitable(_ name: String, _ overload: Overload, _ type: ValueType) -> String {
        guard let receiver = overload.signature.receiver, case .publisher(let output, let failure, _) = type,
            case .publisher(let wantedOutput, let wantedFailure, let form) = receiver
        else { return "unknown operator '\(name)'" }
        if form == .connectable { return "'\(name)' needs a connectable publisher; 'makeConnectable' makes one" }
        if wantedFailure == .never, failure != .never {
            return "'\(name)' needs a stream that cannot fail, but this one can fail with \(failure)"
        }
        return "'\(name)' needs a stream of \(Bindings().close(wantedOutput)), but this one is of \(output)"
    }

    /// The problem that an overload would fit only if the stream could not fail; `nil` if there is no such overload.
    static func cannotFail(_ methods: [Overload], _ type: ValueType, _ arguments: [CallArgument], _ span: Span) -> Problem? {
        guard case .publisher(_, let failure, _) = type, failure != .never else { return nil }
        let unfit = methods.first { overload in
            guard case .publisher(_, .plain(.never), _)? = overload.signature.receiver else { return false }
            return (try? Assignment(arguments, to: overload.signature)) != nil
        }
        return unfit.map { overload in
            Problem(
                span,
                "this stream can fail with \(failure): handle that first, for example with 'replaceError' or 'catch', or add "
                    + "'receiveCompletion:'", notes: [overload.signature.text])
        }
    }

    /// The problem that the expected type has no implicit member of this name.
    ///
    /// - Parameter members: The cases of that type.
    static func noCase(_ name: String, _ members: [Overload], _ wanted: ValueType, _ span: Span) -> Problem {
        let names = members.map(\.signature.name).reduce(into: [String]()) { if !$0.contains($1) { $0.append($1) } }
        guard !names.isEmpty else { return Problem(span, "expected \(wanted), but found '.\(name)'") }
        return Problem(
            span, "no case '.\(name)'\(suggestion(name, names))",
            notes: ["one of: " + names.map { ".\($0)" }.joined(separator: ", ")])
    }

    /// The problem that an operator cannot be applied to values of these types.
    static func mismatch(_ infix: Infix, _ left: ValueType, _ right: ValueType, _ span: Span) -> Problem {
        let isMixed = [left, right].contains(.int) && [left, right].contains(.double)
        let notes = isMixed ? ["Double(…) converts an Int to a Double"] : []
        return Problem(span, "'\(infix.rawValue)' cannot be applied to \(left) and \(right)", notes: notes)
    }

    /// The problem that two values have different types, but must have one.
    static func different(_ first: ValueType, _ second: ValueType, _ span: Span) -> Problem {
        guard first.isPublisher, second.isPublisher else {
            return Problem(span, "both values must be of one type, but they are \(first) and \(second)")
        }
        return Problem(span, "both publishers must be of one type; add '.eraseToAnyPublisher()' to each")
    }

    /// - Throws: If a publisher's output or failure is unknown, because nothing after it determines the type.
    static func requireKnown(_ type: ValueType, _ span: Span) throws(Problem) {
        guard case .publisher(let output, let failure, let form) = type, !output.isKnown || !failure.isKnown else { return }
        let hint =
            form == .some
            ? "write the type of what it sends"
            : "write the types, for example \(form.rawValue)<Int, \(form == .fail ? "FlowError" : "Never")>"
        throw Problem(span, "cannot tell what this publisher sends and how it fails; \(hint)")
    }

    private static func suggestion(_ name: String, _ known: [String]) -> String {
        Suggestion.nearest(to: name, among: known).map { "; did you mean '\($0)'?" } ?? ""
    }

    /// Unsupported parts of Swift.
    private static let unsupported: [String: String] = Dictionary(
        uniqueKeysWithValues: ["assign", "encode", "decode", "values"].map { ($0, Keyword.unsupported("'\($0)'")) }
            + ["store", "cancel"].map { ($0, "'\($0)' belongs to a subscription; end the stream with 'sink' first") })
}
