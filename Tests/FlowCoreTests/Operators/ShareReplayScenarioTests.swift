import FlowCore
import FlowTestSupport
import FlowCombine
import Testing

/// Scenario 7: three subscribers share one upstream and a replay of two.
@Suite("shareReplay in scenario 7")
struct ShareReplayScenarioTests {
    private func expect(_ diagram: String, sourceLocation: SourceLocation = #_sourceLocation) throws {
        try expectDiagram(diagram, tick: .seconds(1), sourceLocation: sourceLocation) {
            $0["up"].shareReplay(capacity: 2, recorder: $0.recorder)
        }
    }

    @Test func `what is kept is replayed to whoever comes late, also after the end`() throws {
        try expect(
            """
            up    Z-   ^∞-A   -B   -C     -     -D      -E      -|  -
            store  -     - +A - +B - >A+C -     - >B+D  - >C+E  -   -
            one    -*^∞  -   A-   B-     C-     -     D -     E - | -
            two    -     -    -    -      -*^∞BC-      D-      E-  |-
            three  -     -    -    -      -     -       -       -   -*^∞DE|
            """)
    }

    @Test func `the completion waits for what the third has not asked for yet`() throws {
        try expect(
            """
            up    Z-   ^∞-A   -B   -C     -     -D      -E      -|  -    -   -
            store  -     - +A - +B - >A+C -     - >B+D  - >C+E  -   -    -   -
            one    -*^∞  -   A-   B-     C-     -     D -     E - | -    -   -
            two    -     -    -    -      -*^∞BC-      D-      E-  |-    -   -
            three  -     -    -    -      -     -       -       -   -*^1D-1E|-
            """)
    }
}
