import FlowTrace

/// A parsed and checked program. It can run any number of times.
public struct Chain: Sendable {
    public let source: SourceText
    /// Sources, operators and sinks, in source order.
    public let stages: [ChainStage]
    /// Whether it is known never to end by itself.
    public let isEndless: Bool

    let program: [Statement]
    let steps: [Step]
    let calls: [ResolvedCall]
    let arrays: [(start: Int, type: ValueType)]
    let inputs: [Int: String]

    /// The lanes, top to bottom.
    public var lanes: [LaneSpec] { stages.compactMap { lane(of: $0, called: $0.label) } }

    /// The lanes for a recording whose edges have these labels. Earlier versions named lanes after the operators as written;
    /// those names are used if more of them match.
    public func lanes(recordedAs labels: Set<String>) -> [LaneSpec] {
        let written = zip(stages, StageNames.labels(of: stages, \.name)).compactMap { lane(of: $0, called: $1) }
        let count = { (lanes: [LaneSpec]) in lanes.count { labels.contains($0.name) } }
        return count(written) > count(lanes) ? written : lanes
    }

    private func lane(of stage: ChainStage, called name: String) -> LaneSpec? {
        switch stage.role {
        case .value, .transparent, .wait: nil
        case .source, .input: LaneSpec(name, .source, isShared: stage.isShared)
        case .buffer: LaneSpec(name, .buffer, isShared: stage.isShared)
        case .stage: stage.hasOperatorDownstream ? LaneSpec(name, .output, isShared: stage.isShared) : nil
        case .sink, .pausableSink: LaneSpec(name, .output, showsDemand: true, isShared: stage.isInner)
        }
    }

    /// Whether it may print, by the operator `print()` or inside a closure.
    public var prints: Bool { source.text.contains("print(") }

    /// Whether the user can send values.
    public var takesInput: Bool { stages.contains { $0.role == .input } }

    /// Whether an input source is in a closure, and so may exist any number of times.
    public var takesInputInClosures: Bool { stages.contains { $0.role == .input && $0.isInner } }

    /// Whether time passes between its statements, so that the user can send values between them.
    public var waits: Bool { steps.contains { if case .wait = $0 { true } else { false } } }

    /// Whether its last stream has only an implicit sink, so that operators can follow.
    public var isOpen: Bool { stages.contains { $0.isSink && $0.span.start == source.end.start } }

    public var canPause: Bool { stages.contains { $0.role == .pausableSink } }

    /// The type of the array at an offset, if Swift might infer another.
    func type(ofArray start: Int) -> ValueType? { arrays.last { $0.start == start }?.type }

    /// The user's name for a source; `nil` if it has none.
    func name(ofInput stage: Int) -> String? { inputs[stage] }
}

extension Chain {
    /// Parses and checks a program.
    ///
    /// - Throws: The first problem, with its location.
    /// - Complexity: O(*n*), some microseconds for a line.
    public init(_ text: String) throws(Problem) {
        let source = SourceText(text)
        self = try Checker.check(try Parser.program(source), of: source)
    }

    /// The checker's result for a call, by its callee.
    func resolvedCall(of callee: Expression) -> ResolvedCall? {
        switch callee {
        case .name(_, _, let span), .implicitMember(_, let span): call(at: span)
        case .member(.name(let space, _, let start), _, let span) where OperatorTable.namespaces.contains(space):
            call(at: start) ?? call(at: span)
        case .member(_, _, let span): call(at: span)
        default: nil
        }
    }

    private func call(at span: Span) -> ResolvedCall? { calls.last { $0.span.start == span.start } }

    /// The overload of the last operator in an expression.
    func overload(of value: Expression) -> Overload? {
        switch value {
        case .call(let call): resolvedCall(of: call.callee)?.overload
        case .group(let inner, _): overload(of: inner)
        default: nil
        }
    }
}
