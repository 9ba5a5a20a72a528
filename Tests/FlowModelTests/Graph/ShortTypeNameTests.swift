import Testing
@testable import FlowGraph

@Suite("ShortTypeName")
struct ShortTypeNameTests {
    @Test(arguments: [
        ("Swift.Int", "Int"),
        ("Swift.Array<Swift.String>", "[String]"),
        ("Swift.Array<Swift.Optional<Program.Line>>", "[Line?]"),
        ("Swift.Dictionary<Swift.String, Swift.Array<Swift.Int>>", "[String: [Int]]"),
        ("(Swift.Double, time: Foundation.Date)", "(Double, time: Date)"),
        ("()", "()"),
        ("Program.Outer.Inner", "Inner"),
        ("Program.(unknown context at $55d0c0ffee).Point", "Point"),
        ("Program.Outer<Swift.Int>.Inner", "Inner"),
        ("OpenCombine.AnyPublisher<Swift.String, Swift.Never>", "AnyPublisher<String, Never>"),
        ("(Swift.Int, Swift.Bool) -> Swift.Array<Swift.Int>", "(Int, Bool) -> [Int]"),
        ("Swift.Result<(Swift.Int) -> (), Swift.Error>", "Result<(Int) -> (), Error>"),
        ("any Program.Shape", "any Shape"),
        ("Swift.Optional<any Program.Shape>", "(any Shape)?"),
        ("Swift.Optional<@Sendable (Swift.Int) -> ()>", "(@Sendable (Int) -> ())?"),
        ("Swift.Optional<Swift.Array<() -> ()>>", "[() -> ()]?"),
        ("Swift.Optional<any Program.Shape>.Type", "Type"),
    ])
    func `a type is named as in source`(name: String, short: String) {
        #expect(ShortTypeName.short(name) == short)
    }

    @Test(arguments: ["", ">", "<", ",)", "A<", "A<B", "(((", "A<B>>", "-", "(unknown context at"])
    func `a name that is none is read to its end`(name: String) {
        #expect(ShortTypeName.short(name).count <= 2 * name.count)
    }

    @Test func `a name nested without an end is cut`() {
        let deep = String(repeating: "A<", count: 1_000_000)

        #expect(ShortTypeName.short(deep).count < 1_000)
    }
}
