import FlowOperators
import FlowTrace

/// The inputs, and the store edges that report their buffers.
extension HoldingOperator {
    /// Whether it reports the buffer of each input separately: values of several leave together.
    var hasStoreOfEach: Bool { rule.leaving == .oldestOfEach || rule.leaving == .newestOfEach }

    /// The indices of the inputs that may have store edges.
    var stores: Range<Int> { hasStoreOfEach ? inputs.indices : 0..<min(1, inputs.count) }

    /// The edge that reports the buffer of an input.
    mutating func store(of input: TracedEdge.Index, declare: (Int?) -> EdgeID) -> EdgeID {
        let index = hasStoreOfEach ? index(of: input) : 0
        if let known = inputs[index].store { return known }
        let id = declare(hasStoreOfEach ? index : nil)
        inputs[index].store = id
        return id
    }

    mutating func index(of edge: TracedEdge.Index) -> Int {
        if let index = inputs.firstIndex(where: { $0.input == edge }) { return index }
        if inputs.count >= inputLimit { forgetEmptyInputs() }
        inputs.append(HeldValues(input: edge))
        return inputs.count - 1
    }

    /// Removes empty inputs, such as the ended ones of a `flatMap`; the first stays, because it has the common store.
    private mutating func forgetEmptyInputs() {
        guard !hasStoreOfEach, let first = inputs.first else { return }
        inputs = [first] + inputs.dropFirst().filter { !$0.isEmpty }
        inputLimit = max(64, 2 * inputs.count)
    }

    mutating func append(_ kind: HoldingChange.Kind, _ value: HeldValue, _ index: Int, _ changes: inout [HoldingChange]) {
        if mayHoldMore { mark(hasStoreOfEach ? index : 0, &changes) }
        changes.append(HoldingChange(edge: edge, kind: kind, value: value, input: inputs[index].input))
    }
}
