import FlowTrace

/// Which argument of a call stands for which parameter of a signature, by Swift's rules.
struct Assignment {
    /// Why arguments and parameters do not go together.
    struct Mismatch: Error {
        /// How many arguments went well before.
        let progress: Int
        fileprivate let reason: Reason
    }

    fileprivate enum Reason {
        /// A parameter has no argument that needs one.
        case missing(parameter: Int)
        /// The next argument fits none of the parameters from one on.
        case surplus(from: Int)
    }

    /// The parameter of each argument.
    private(set) var places: [Int] = []

    private var parameter = 0

    /// Assigns arguments to parameters.
    ///
    /// - Parameter isPartial: Whether more may follow.
    init(_ call: [CallArgument], to signature: Signature, isPartial: Bool = false) throws(Mismatch) {
        let parameters = signature.parameters
        places.reserveCapacity(call.count)
        for (place, argument) in call.enumerated() {
            let isUnlabelledClosure = argument.isTrailing && argument.label == nil
            guard let index = isUnlabelledClosure ? nextFunction(parameters) : next(labelled: argument.label, parameters) else {
                throw Mismatch(progress: place, reason: .surplus(from: parameter))
            }
            try checkSkipped(upTo: index, at: place, parameters)
            places.append(index)
            parameter = parameters[index].isVariadic ? index : index + 1
        }
        if !isPartial { try checkSkipped(upTo: parameters.count, at: call.count, parameters) }
    }

    /// The next parameter with a label, not behind one that cannot be left out.
    private func next(labelled label: String?, _ parameters: [Parameter]) -> Int? {
        for index in parameter..<parameters.count {
            if parameters[index].label == label { return index }
            if !parameters[index].isOptional { return nil }
        }
        return nil
    }

    private func nextFunction(_ parameters: [Parameter]) -> Int? {
        for index in parameter..<parameters.count {
            if parameters[index].type.isFunction { return index }
            if !parameters[index].isOptional { return nil }
        }
        return nil
    }

    private func checkSkipped(upTo end: Int, at place: Int, _ parameters: [Parameter]) throws(Mismatch) {
        guard parameter < end else { return }
        for index in parameter..<end where !parameters[index].isOptional {
            throw Mismatch(progress: place, reason: .missing(parameter: index))
        }
    }

    /// The first argument of a parameter, `nil` where it is left out.
    func argument(of parameter: Int) -> Int? {
        places.firstIndex(of: parameter)
    }

}

extension Assignment.Mismatch {
    /// What is wrong, in words.
    ///
    /// - Parameter name: Where the call's name stands.
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
            let hint = Suggestion.nearest(to: label, among: labels).map { "; did you mean '\($0)'?" } ?? ""
            let isKnown = labels.contains(label)
            return Problem(
                argument.labelSpan,
                isKnown ? "'\(label):' stands in the wrong place" : "'\(name)' has no argument label '\(label):'\(hint)",
                notes: [signature.text])
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
