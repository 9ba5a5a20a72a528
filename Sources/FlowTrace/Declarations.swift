/// The indices of the declared facts, in order of declaration. Only the newest are kept, since facts may change without bound.
struct Declarations: Sendable {
    private var indices: [Int] = []
    private var forgotten = 0

    var count: Int { forgotten + indices.count }

    /// - Parameter facts: The number of facts; at least as many declarations are kept.
    mutating func append(_ index: Int, of facts: Int) {
        if indices.count > 2 * facts + 1_024 {
            forgotten += indices.count / 2
            indices.removeFirst(indices.count / 2)
        }
        indices.append(index)
    }

    /// The declarations after the first `count`, `nil` if not all of them are kept.
    func after(_ count: Int) -> ArraySlice<Int>? { count < forgotten ? nil : indices.dropFirst(count - forgotten) }
}
