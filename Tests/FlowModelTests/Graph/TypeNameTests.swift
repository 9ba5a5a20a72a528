import FlowOperators
import FlowTestSupport
import Testing

@testable import FlowGraph

@Suite("Names of types")
struct TypeNameTests {
    /// Random types with names that are short enough to be read whole.
    private static func names(seed: UInt64) -> [GeneratedTypeName] {
        var chance = SeededChance(seed: Rounds.seed &+ seed)
        return (0..<50).map { _ in GeneratedTypeName(&chance, depth: 1 + chance.below(4)) }.filter { $0.full.count <= 400 }
    }

    @Test(arguments: Rounds.seeds(full: 2_000, sample: 20))
    func `any type is named as in source, with functions within it`(seed: UInt64) {
        for name in TypeNameTests.names(seed: seed) { #expect(ShortTypeName.short(name.full) == name.short) }
    }

    @Test(arguments: Rounds.seeds(full: 2_000, sample: 20))
    func `an operator is known by its type, whatever its arguments are`(seed: UInt64) {
        for name in TypeNameTests.names(seed: seed) {
            #expect(OperatorID(type: "FlowAsync.AsyncStream<\(name.full)>") == .asyncStream)
            #expect(OperatorID(type: "OpenCombine.Publishers.Map<OpenCombine.Just<\(name.full)>, \(name.full)>") == .map)
            #expect(OperatorID(type: "Shop.Outer<\(name.full)>.Basket<\(name.full)>") == .other("basket"))
            #expect(OperatorID(type: "Shop.(unknown context at $55).Basket<\(name.full)>") == .other("basket"))
        }
    }
}
