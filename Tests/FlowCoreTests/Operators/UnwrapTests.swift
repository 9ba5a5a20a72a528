import FlowCore
import FlowTestSupport
import FlowCombine
import Testing

@Suite("unwrap")
struct UnwrapTests {
    /// Plays a diagram in which every C is `nil`.
    private func expect(_ diagram: String, sourceLocation: SourceLocation = #_sourceLocation) throws {
        try expectDiagram(diagram, sourceLocation: sourceLocation) { $0["up"].map { $0 == "C" ? nil : $0 }.unwrap() }
    }

    @Test func `a nil does not count against demand`() throws {
        try expect(
            """
            up   ^  3A B C¹D   1C¹E |
            out * ^3  A B   D 1    E |
            """)
    }

    @Test func `without a limit all that is there comes through`() throws {
        try expect(
            """
            up   ^  ∞A B C¹D C¹E |
            out * ^∞  A B   D   E |
            """)
    }
}
