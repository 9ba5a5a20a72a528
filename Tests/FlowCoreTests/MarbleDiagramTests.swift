import FlowCore
import FlowTestSupport
import FlowCombine
import Testing

/// The helper that plays the operators' diagrams.
@Suite("marble diagrams")
struct MarbleDiagramTests {
    private func difference(_ diagram: String) throws -> String? {
        try MarbleDiagram.difference(diagram) { $0["up"].map { $0 } }
    }

    @Test func `what happens as it is drawn is no difference`() throws {
        let diagram = """
            up   ^  2 A -B  |
            out * ^2   A- B  |
            """

        #expect(try difference(diagram) == nil)
    }

    @Test func `a value that comes and is not drawn is one`() throws {
        let drawn = """
            up   ^  A
            out * ^
            """
        let happened = """
            up   ^  A
            out * ^  A
            """

        #expect(try difference(drawn) == "drawn\n\(drawn)\nhappened\n\(happened)")
    }

    @Test func `a value that is drawn and does not come is one`() throws {
        let drawn = """
            up   ^
            out * ^A
            """
        let happened = """
            up   ^
            out * ^
            """

        #expect(try difference(drawn) == "drawn\n\(drawn)\nhappened\n\(happened)")
    }

    @Test func `what comes in another order, or at another time, is one`() throws {
        let drawn = """
            up   ^  A-
            out * ^  -A
            """
        let happened = """
            up   ^  A
            out * ^  A
            """

        #expect(try difference(drawn) == "drawn\n\(drawn)\nhappened\n\(happened)")
    }

    @Test(arguments: [
        ("up  ^\nout ^", "column 5: signals of 'up' and 'out'"), ("up  -A\nout ^-", "column 5: a tick passes in all lanes"),
    ])
    func `what cannot be played is named with its column`(diagram: String, description: String) {
        #expect { try difference(diagram) } throws: { "\($0)" == description }
    }
}
