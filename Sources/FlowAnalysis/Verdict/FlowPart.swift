/// The stages and edges of one pipeline, by their places in a ``FlowMeter``.
struct FlowPart {
    var stages: [Int]
    var edges: [Int]
}
