import FlowTestSupport

/// The name of a random type, as the runtime writes it, and as a programmer would write it in source.
struct GeneratedTypeName {
    let full: String
    let short: String

    /// - Parameter depth: The maximum depth of nested types.
    init(_ chance: inout SeededChance, depth: Int) {
        func part() -> GeneratedTypeName { GeneratedTypeName(&chance, depth: depth - 1) }
        func parts(_ count: Int) -> (full: String, short: String) {
            let all = (0..<count).map { _ in part() }
            return (all.map(\.full).joined(separator: ", "), all.map(\.short).joined(separator: ", "))
        }
        switch chance.below(depth > 0 ? 8 : 2) {
        case 0: (full, short) = ("Swift.Int", "Int")
        case 1: (full, short) = ("Shop.(unknown context at $55d0c0ffee).Basket", "Basket")
        case 2:
            let element = part()
            (full, short) = ("Swift.Array<\(element.full)>", "[\(element.short)]")
        case 3:
            let (key, value) = (part(), part())
            (full, short) = ("Swift.Dictionary<\(key.full), \(value.full)>", "[\(key.short): \(value.short)]")
        case 4:
            let arguments = parts(1 + chance.below(3))
            (full, short) = ("Shop.Outer<Swift.Int>.Order<\(arguments.full)>", "Order<\(arguments.short)>")
        case 5:
            let elements = parts(2 + chance.below(2))
            (full, short) = ("(\(elements.full))", "(\(elements.short))")
        case 6:
            let (parameters, result) = (parts(chance.below(3)), part())
            let kind = ["", "@Sendable ", "@MainActor "][chance.below(3)]
            let effects = ["", "async ", "throws ", "async throws "][chance.below(4)]
            (full, short) = (
                "\(kind)(\(parameters.full)) \(effects)-> \(result.full)",
                "\(kind)(\(parameters.short)) \(effects)-> \(result.short)"
            )
        default:
            let parameters = parts(chance.below(2))
            (full, short) = ("Swift.Optional<(\(parameters.full)) -> ()>", "((\(parameters.short)) -> ())?")
        }
    }
}
