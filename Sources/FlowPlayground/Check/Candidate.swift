/// A form of an operator that a call may mean, with its arguments assigned.
struct Candidate {
    let overload: Overload
    /// The parameter of each argument.
    let places: [Int]

    /// Whether closures stand where closures are taken, and words with a `.` where such are.
    func fitsShape(of call: [CallArgument]) -> Bool {
        zip(places, call).allSatisfy { fits(overload.signature.parameters[$0].type, $1.value) }
    }

    /// Whether a number is written out where any type fits.
    func hasOpenNumber(in call: [CallArgument]) -> Bool {
        zip(places, call).contains { place, argument in
            overload.signature.parameters[place].type.isVariable && argument.value.isNumber && !argument.value.hasFraction
        }
    }

    private func fits(_ type: ValueType, _ value: Expression) -> Bool {
        switch value {
        case .closure, .function: type.isFunction
        case .implicitMember: takesMembers(type)
        case .call(let call):
            if case .implicitMember = call.callee { takesMembers(type) } else { !type.isFunction }
        case .null: true
        // A whole literal may stand for a Double, but not the other way round.
        case .double: type != .int && !type.isFunction
        default: !type.isFunction
        }
    }

    private func takesMembers(_ type: ValueType) -> Bool {
        switch type {
        case .plain(.duration), .plain(.demand), .plain(.scheduler), .plain(.mode), .plain(.prefetch), .whenFull, .grouping: true
        case .optional(let wrapped): takesMembers(wrapped)
        default: false
        }
    }
}
