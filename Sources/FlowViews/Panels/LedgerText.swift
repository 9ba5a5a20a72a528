import FlowText

/// The words of a ledger: `in 10 = out 6 + held 3 + dropped 1`.
struct LedgerText {
    /// The sum, without a verdict.
    let sum: String
    /// The sum without what there was none of.
    private let shortSum: String
    /// What does not add up, or why that is not known; `nil` where it does.
    let trouble: String?

    /// The words of a row, `nil` for a row that is no ledger.
    init?(_ row: InspectorRow) {
        guard case .ledger(let arrived, let left, let held, let filtered, let dropped, let missing, let name, let unknown) = row
        else { return nil }
        let head = name.map { "\($0): " } ?? ""
        let start = "\(head)in \(arrived) = out \(left)"
        let parts = [("held", held, true), ("filtered", filtered, filtered > 0), ("dropped", dropped, true)]
        sum = start + parts.filter(\.2).map { " + \($0.0) \($0.1)" }.joined()
        shortSum = start + parts.filter { $0.1 > 0 }.map { " + \($0.0) \($0.1)" }.joined()
        trouble = unknown ?? (missing == 0 ? nil : missing > 0 ? "✕ \(missing) missing" : "✕ \(-missing) from nowhere")
    }

    /// The sum with its verdict, in wordings of falling length.
    var wordings: [String] {
        let sums = sum == shortSum ? [sum] : [sum, shortSum]
        return trouble.map { trouble in sums.map { "\($0)  \(trouble)" } } ?? [sum + "   ✓ adds up"]
            + sums.flatMap { [$0 + "  ✓", $0] }
    }
}
