import FlowTrace
import Testing

@Suite("ChainShape")
struct ChainShapeTests {
    /// The shape of stages `a`, `b`, `c` … with these inputs.
    private func shape(_ inputs: [[Int]]) -> String {
        let names = inputs.indices.map { String(UnicodeScalar(UInt8(97 + $0))) }
        return text(ChainShape(names.map { .stage($0) }, inputs: inputs))
    }

    private func text(_ shape: ChainShape) -> String {
        switch shape {
        case .stage(let name, let detail): detail.isEmpty ? name : "\(name)[\(detail)]"
        case .row(let stages): stages.isEmpty ? "-" : stages.map(text).joined(separator: " > ")
        case .sideBySide(let streams): "(\(streams.map(text).joined(separator: " | ")))"
        }
    }

    @Test(
        arguments: [
            ([[], [0], [1]], "a > b > c"),
            ([[], [], [0, 1], [2]], "(a | b) > c > d"),
            ([[], [0], [1], [0]], "a > (b > c | d)"),
            ([[], [0], [0], [1, 2], [3]], "a > (b | c) > d > e"),
            ([[], [0], [0, 1]], "a > (b | -) > c"),
            ([[], []], "(a | b)"),
            ([[], [], [0], [0, 1], [1]], "(a > c | b > e | (b | a) > d)"),
            ([[5], [0], [1, 9]], "a > b > c"),
            ([], "-"),
        ] as [([[Int]], String)])
    func `a graph is a row with streams side by side`(inputs: [[Int]], expected: String) {
        #expect(shape(inputs) == expected)
    }

    @Test func `a text is a stage, its first word the name`() {
        #expect(text(["buffer 20 · dropOldest", "sink"]) == "buffer[20 · dropOldest] > sink")
    }
}
