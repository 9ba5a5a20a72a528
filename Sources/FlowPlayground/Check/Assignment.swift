import FlowTrace

/// Assigns the arguments of a call to the parameters of a signature, by Swift's rules.
struct Assignment {
    /// The mismatch of arguments and parameters.
    struct Mismatch: Error {
        /// The number of arguments that fitted before the mismatch.
        let progress: Int
        fileprivate let reason: Reason
    }

    fileprivate enum Reason {
        /// A required parameter has no argument.
        case missing(parameter: Int)
        /// The next argument fits none of the remaining parameters.
        case surplus(from: Int)
    }

    /// The index of each argument's parameter.
    private(set) var indices: [Int] = []

    private var next = 0

    /// Assigns arguments to parameters.
    ///
    /// - Parameter isPartial: Whether more arguments may follow.
    init(_ call: [CallArgument], to signature: Signature, isPartial: Bool = false) throws(Mismatch) {
        let parameters = signature.parameters
        indices.reserveCapacity(call.count)
        for position in call.indices {
            var index = next
            while index < parameters.count, !parameters[index].fits(call[position]), parameters[index].isOptional { index += 1 }
            guard index < parameters.count, parameters[index].fits(call[position]) else {
                throw Mismatch(progress: position, reason: .surplus(from: next))
            }
            indices.append(index)
            next = parameters[index].isVariadic ? index : index + 1
        }
        guard !isPartial, let missing = parameters[next...].firstIndex(where: { !$0.isOptional }) else { return }
        throw Mismatch(progress: call.count, reason: .missing(parameter: missing))
    }

    /// The index of a parameter's first argument; `nil` if it is omitted.
    func argument(of parameter: Int) -> Int? { indices.firstIndex(of: parameter) }
}

extension Parameter {
    /// Whether an argument fits this parameter, by its label or as an unlabelled trailing closure.
    fileprivate func fits(_ argument: CallArgument) -> Bool {
        argument.isTrailing && argument.label == nil ? type.isFunction : label == argument.label
    }
}

extension Assignment.Mismatch {
    /// - Parameter name: The span of the call's name.
    func problem(of call: [CallArgument], to signature: Signature, name: Span) -> Problem {
        switch reason {
        case .missing(let parameter): missing(signature.parameters[parameter], signature, name)
        case .surplus(let parameter): surplus(call[progress], of: call.count, from: parameter, signature)
        }
    }

    private func missing(_ parameter: Parameter, _ signature: Signature, _ name: Span) -> Problem {
        let what = parameter.label.map { "an argument '\($0):'" } ?? "a value for '\(parameter.name)'"
        return Problem(name, "'\(signature.name)' needs \(what)", notes: [signature.text])
    }

    private func surplus(_ argument: CallArgument, of count: Int, from parameter: Int, _ signature: Signature) -> Problem {
        let name = signature.name
        if let label = argument.label {
            let labels = signature.parameters.compactMap(\.label)
            let problem =
                labels.contains(label)
                ? Problem(argument.labelSpan, "'\(label):' is in the wrong place")
                : .unknown("'\(name)' has no argument label '\(label):'", label, among: labels, argument.labelSpan)
            return Problem(problem.span, problem.message, notes: [signature.text] + problem.notes)
        }
        let open = signature.parameters.dropFirst(parameter).first
        if let label = open?.label, !argument.isTrailing {
            return Problem(argument.labelSpan, "'\(name)' expects the label '\(label):' here", notes: [signature.text])
        }
        if argument.isTrailing { return Problem(argument.labelSpan, "a closure is not expected here", notes: [signature.text]) }
        let most = signature.parameters.count
        let words = most == 0 ? "takes no arguments" : most == 1 ? "takes one argument" : "takes \(most) arguments"
        return Problem(argument.labelSpan, "'\(name)' \(words), but has \(count)", notes: [signature.text])
    }
}
