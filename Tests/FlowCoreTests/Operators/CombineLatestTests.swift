import FlowCore
import FlowTestSupport
import FlowCombine
import Testing

#if !canImport(Combine)
    @Suite("combineLatest")
    struct CombineLatestTests {
        private func expect(_ diagram: String, sourceLocation: SourceLocation = #_sourceLocation) throws {
            try expectDiagram(diagram, sourceLocation: sourceLocation) { $0["a"].combineLatest($0["b"]) { $0 + $1 } }
        }

        @Test func `nothing comes before each has sent, then the newest of both with every value`() throws {
            try expect(
                """
                a      ^∞   A B       C
                b        ^∞     K           L
                out *^∞          (BK)  (CK)  (CL)
                """)
        }

        @Test func `it finishes when all have finished, with the last value of the one that ended first`() throws {
            try expect(
                """
                a      ^∞   A |
                b        ^∞     K     L     |
                out *^∞          (AK)  (AL)  |
                """)
        }

        @Test func `an upstream that ends without a value leaves nothing to combine, and the others run on`() throws {
            try expect(
                """
                a      ^∞   |
                b        ^∞   K |
                out *^∞          |
                """)
        }

        @Test func `the first failure ends it and cancels the others`() throws {
            try expect(
                """
                a      ^∞   A  x  B
                b        ^∞   #
                out *^∞         #
                """)
        }

        @Test func `each upstream is asked for what the downstream asks for`() throws {
            try expect(
                """
                a     ^   2   1
                b      ^   2   1
                out *^   2   1
                """)
        }

        @Test func `a value beyond the demand is not sent, but is the newest from then on`() throws {
            try expect(
                """
                a     ^   1  A       B  1
                b      ^   1   K         1 L
                out *^   1      (AK)   1    (BL)
                """)
        }

        @Test func `what the downstream returns is asked of all`() throws {
            try expect(
                """
                a      ^1   A       1  B
                b        ^1   K      1
                out *^1        (AK)¹    (BK)
                """)
        }

        @Test func `a cancel reaches all, after which nothing comes`() throws {
            try expect(
                """
                a      ^∞   A  x
                b        ^∞     x K
                out *^∞       x
                """)
        }

        @Test func `three are combined as two are`() throws {
            try expectDiagram(
                """
                a      ^∞     A
                b        ^∞     B        D
                c          ^∞     C
                out *^∞            (ABC)  (ADC)
                """
            ) { $0["a"].combineLatest($0["b"], $0["c"]) { $0 + $1 + $2 } }
        }
    }
#endif
