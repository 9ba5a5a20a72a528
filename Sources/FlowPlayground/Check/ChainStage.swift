import FlowOperators
import FlowTrace

/// An operator, a source or a sink of a chain, as known before a run.
public struct ChainStage: Sendable {
    let overload: Overload
    /// The span of its name.
    public let span: Span
    let source: SourceText
    /// The span of its arguments, `nil` if it has none.
    let arguments: Span?
    /// Whether it is in a closure, and so may exist any number of times.
    public let isInner: Bool
    /// Whether a stage other than a sink subscribes to it.
    var hasOperatorDownstream = false
    /// Whether there may be several subscriptions to it.
    var isShared = false
    /// Its lane's name: `output` for a sink, else the operator's name. Equal names are numbered from the second on.
    public internal(set) var label = ""
    /// Its upstream stages, by their indices in ``Chain/stages``.
    public let inputs: [Int]
    /// The number of stages that subscribe to it.
    var uses = 0
    let output: ValueType

    /// Its arguments as written, cut to about `limit` characters, with balanced brackets.
    private func detail(upTo limit: Int) -> String { arguments.map { BalancedText.cut(source.singleLine($0), to: limit) } ?? "" }

    /// Its arguments for captions, with durations as `1 s`.
    public var argumentText: String { argumentText(upTo: 40) }

    /// Its arguments with durations as `1 s`, cut to about `limit` characters.
    public func argumentText(upTo limit: Int) -> String {
        detail(upTo: limit).writingCalls(of: ".seconds(", as: " s").writingCalls(of: ".milliseconds(", as: " ms")
    }

    public var operation: OperatorID { overload.operation }

    /// Whether it subscribes to its upstream several times.
    fileprivate var subscribesOften: Bool {
        if case .retry = operation { true } else { isShared && !overload.fansOut }
    }

    /// The operator's name as written: `buffer`, `receive`.
    public var name: String { overload.signature.name }

    var role: Overload.Role { overload.role }

    public var isSink: Bool { role == .sink || role == .pausableSink }

    /// The label of the subscription to it, unless the subscriber is a sink.
    var linkLabel: String {
        switch role {
        case .source, .input, .buffer: "\(label) out"
        case .value, .transparent, .wait, .stage, .sink, .pausableSink: label
        }
    }
}

extension String {
    /// The text with each call of a function on a number replaced by the number and its unit. It uses no regular expression,
    /// since each use would compile it again, for each subscription.
    fileprivate func writingCalls(of function: String, as unit: String) -> String {
        guard contains(function) else { return self }
        let parts = split(separator: function, omittingEmptySubsequences: false)
        return parts.dropFirst().reduce(into: String(parts[0])) { text, part in
            let number = part.prefix { ("0"..."9").contains($0) || $0 == "." || $0 == "_" }
            let rest = part.dropFirst(number.count)
            text += !number.isEmpty && rest.first == ")" ? number + unit + rest.dropFirst() : function + part
        }
    }
}

enum StageNames {
    /// Labels stages with their operators' names. Equal names are numbered from the second on.
    ///
    /// - Parameter passedOnStages: Stages that feed a choice `a ? b : c` or one of several `return`s.
    static func name(_ stages: inout [ChainStage], passedOn passedOnStages: [Int]) {
        for stage in passedOnStages { stages[stage].hasOperatorDownstream = true }
        for index in stages.indices {
            for input in stages[index].inputs {
                stages[input].uses += 1
                if !stages[index].isSink { stages[input].hasOperatorDownstream = true }
            }
        }
        for (index, label) in labels(of: stages, \.overload.operatorName).enumerated() { stages[index].label = label }
        // From the sinks up: several subscriptions to a stage mean several to its upstream.
        for index in stages.indices.reversed() {
            if stages[index].isInner || stages[index].uses > 1 { stages[index].isShared = true }
            guard stages[index].subscribesOften else { continue }
            for input in stages[index].inputs { stages[input].isShared = true }
        }
    }

    /// The labels of stages, with a number from the second stage of a name on. Sinks are named `output` and numbered first,
    /// since an operator may have that name too.
    static func labels(of stages: [ChainStage], _ name: (ChainStage) -> String) -> [String] {
        var labels = [String](repeating: "", count: stages.count)
        var numbers = NameNumbers()
        for areSinks in [true, false] {
            for index in stages.indices where stages[index].isSink == areSinks {
                labels[index] = numbers.title(for: areSinks ? "output" : name(stages[index]))
            }
        }
        return labels
    }
}
