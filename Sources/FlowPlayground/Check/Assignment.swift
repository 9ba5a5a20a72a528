import FlowTrace

/// Which argument of a call stands for which parameter of a signature, by Swift's rules.
struct Assignment {
    /// Why arguments and parameters do not go together.
    struct Mismatch: Error {
        /// How many arguments went well before.
        let progress: Int
        let problem: Problem
    }

    /// Per parameter, the places of its arguments; several for one that takes any number.
    private(set) var arguments: [[Int]]

    private let signature: Signature
    private var parameter = 0

    /// Assigns arguments to parameters.
    ///
    /// - Parameters:
    ///   - name: Where the call's name stands.
    ///   - isPartial: Whether more may follow.
    init(_ call: [CallArgument], to signature: Signature, name: Span, isPartial: Bool = false) throws(Mismatch) {
        self.signature = signature
        arguments = Array(repeating: [], count: signature.parameters.count)
        for (place, argument) in call.enumerated() {
            let isUnlabelledClosure = argument.isTrailing && argument.label == nil
            guard let index = isUnlabelledClosure ? nextFunction : next(labelled: argument.label) else {
                throw Mismatch(progress: place, problem: surplus(argument, of: call.count))
            }
            try checkSkipped(upTo: index, at: place, name)
            arguments[index].append(place)
            parameter = signature.parameters[index].isVariadic ? index : index + 1
        }
        if !isPartial { try checkSkipped(upTo: signature.parameters.count, at: call.count, name) }
    }

    /// The next parameter with a label, not behind one that cannot be left out.
    private func next(labelled label: String?) -> Int? {
        for index in signature.parameters.indices.dropFirst(parameter) {
            if signature.parameters[index].label == label { return index }
            if !signature.parameters[index].isOptional { return nil }
        }
        return nil
    }

    private var nextFunction: Int? {
        for index in signature.parameters.indices.dropFirst(parameter) {
            if signature.parameters[index].type.isFunction { return index }
            if !signature.parameters[index].isOptional { return nil }
        }
        return nil
    }

    private func checkSkipped(upTo end: Int, at place: Int, _ name: Span) throws(Mismatch) {
        guard parameter < end else { return }
        for index in parameter..<end where !signature.parameters[index].isOptional && arguments[index].isEmpty {
            throw Mismatch(progress: place, problem: missing(signature.parameters[index], name))
        }
    }

    // MARK: Words

    private func missing(_ parameter: Parameter, _ name: Span) -> Problem {
        let what = parameter.label.map { "an argument '\($0):'" } ?? "a value for '\(parameter.name)'"
        return Problem(name, "'\(signature.name)' needs \(what)", notes: [signature.text])
    }

    private func surplus(_ argument: CallArgument, of count: Int) -> Problem {
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
