extension Signature {
    /// How a use of it begins: the name with what always follows, up to where something has to be typed.
    var beginning: String {
        guard isCalled else { return name }
        let name = name + types
        guard let first = parameters.firstIndex(where: { !$0.isOptional }) else { return name + "()" }
        let isClosureAlone = parameters[first].type.isFunction && parameters[(first + 1)...].allSatisfy(\.isOptional)
        if isClosureAlone { return name + " { " }
        return name + "(" + (first == 0 ? parameters[0].label.map { "\($0): " } ?? "" : "")
    }

    /// The types in `<…>` where nothing else tells them.
    private var types: String {
        guard case .publisher(.variable(let output), .variable(let failure), let form) = result, kind == .function, form != .some
        else { return "" }
        let isTold = parameters.contains { $0.type == .variable(output) } && parameters.contains { $0.type == .variable(failure) }
        guard !isTold else { return "" }
        return parameters.contains { $0.type == .variable(failure) } ? "<Int, FlowError>" : "<Int, Never>"
    }
}
