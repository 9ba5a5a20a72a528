import FlowAnalysis

extension StreamSplit {
    /// The most consumers that are named.
    private static let listed = 6

    /// `for await got 16, for await 2 got 14: they share one stream; for await 2 came after 3 values`.
    var text: String {
        let shares = consumers.prefix(StreamSplit.listed).map { "\($0.name) got \($0.count)" }
        let others = consumers.count - shares.count
        let rest = others > 0 ? [others == 1 ? "another got its part" : "\(others) others got theirs"] : []
        let late = consumers.prefix(StreamSplit.listed).filter { $0.goneBy > 0 }
            .map { "; \($0.name) came after \(ValueCount.words($0.goneBy))" }
        return (shares + rest).joined(separator: ", ") + ": they share one \(isChannel ? "channel" : "stream")" + late.joined()
    }
}
