/// What a printed program calls the sources that the user sends through.
struct SwiftInputs {
    /// The names of all but those in closures, by stage, in the order in which they stand.
    private(set) var names: [(stage: Int, name: String)] = []
    /// The names of those that the user calls nothing, by where they stand.
    private(set) var given: [Span: String] = [:]

    init(_ chain: Chain) {
        let constants = SwiftInputs.constants(chain)
        let taken = Set(constants.map(\.name))
        var count = 0
        for (index, stage) in chain.stages.enumerated() where stage.role == .input && !stage.isInner {
            if let constant = constants.first(where: { $0.source == stage.span }) {
                names.append((index, constant.name))
                continue
            }
            repeat { count += 1 } while taken.contains(SwiftInputs.name(count))
            names.append((index, SwiftInputs.name(count)))
            given[stage.span] = SwiftInputs.name(count)
        }
    }

    private static func name(_ count: Int) -> String {
        count == 1 ? "typed" : "typed\(count)"
    }

    /// The program's constants, with where the name of the operator stands whose call is their whole value.
    private static func constants(_ chain: Chain) -> [(name: String, source: Span?)] {
        chain.program.compactMap { statement in
            guard case .constant(let name, _, let type, let value) = statement else { return nil }
            guard name != "_", type == nil, case .call(let call) = value else { return (name, nil) }
            return (name, chain.resolvedCall(of: call.callee)?.span)
        }
    }
}
