import FlowAnalysis

extension LateSubscriber {
    /// The most subscribers that are named.
    private static let listed = 6

    /// `sink 2 came to PassthroughSubject after at least 3 values, which it does not keep`, and how many others are not named.
    static func texts(of latecomers: [LateSubscriber]) -> [String] {
        let others = latecomers.count - listed
        return latecomers.prefix(listed).map { late in
            "\(late.name) came to \(late.publisher) after at least \(ValueCount.words(late.goneBy)), which it does not keep"
        } + (others > 0 ? ["\(others) more came when values had gone by"] : [])
    }
}
