/// A form of an operator that a call may mean, with its arguments assigned.
struct Candidate {
    let overload: Overload
    let arguments: [[Int]]

    /// Whether closures stand where closures are taken, and words with a `.` where such are.
    func fitsShape(of call: [CallArgument]) -> Bool {
        zip(overload.signature.parameters, arguments).allSatisfy { parameter, places in
            places.allSatisfy { fits(parameter.type, call[$0].value) }
        }
    }

    /// Whether a number is written out where any type fits.
    func hasOpenNumber(in call: [CallArgument]) -> Bool {
        zip(overload.signature.parameters, arguments).contains { parameter, places in
            parameter.type.isVariable && places.contains { call[$0].value.isNumber && !call[$0].value.hasFraction }
        }
    }

    private func fits(_ type: ValueType, _ value: Expression) -> Bool {
        switch value {
        case .closure, .function: type.isFunction
        case .implicitMember: takesMembers(type)
        case .call(let call):
            if case .implicitMember = call.callee { takesMembers(type) } else { !type.isFunction }
        case .null: true
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
