import FlowModel

extension HeldCount {
    /// `3`, `at least 3`; where nothing is known, `an unknown number`.
    public var words: String { isLeast ? count > 0 ? "at least \(count)" : "an unknown number" : "\(count)" }

    /// `3`, `≥3`; where nothing is known, `?`.
    public var short: String { isLeast ? count > 0 ? "≥\(count)" : "?" : "\(count)" }

    /// ``short``, for texts whose signs views choose.
    var signed: SignedText { isLeast && count > 0 ? "\(.atLeast)\(count)" : "\(short)" }
}
