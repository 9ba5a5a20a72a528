import FlowModel

extension HeldCount {
    /// `3`, `at least 3`; if nothing is known, `an unknown number`.
    public var words: String { isLeast ? count > 0 ? "at least \(count)" : "an unknown number" : "\(count)" }

    /// `3`, `≥3`; if nothing is known, `?`.
    public var short: String { isLeast ? count > 0 ? "≥\(count)" : "?" : "\(count)" }

    /// `1 value`, `3 values`, `at least 3 values`; if nothing is known, `an unknown number of values`.
    package var ofValues: String {
        if isLeast { return count > 0 ? "at least \(ValueCount.words(count))" : "an unknown number of values" }
        return ValueCount.words(count)
    }

    /// ``short`` as a text with a sign, for which views choose the character.
    package var signed: SignedText { isLeast && count > 0 ? "\(.atLeast)\(count)" : "\(short)" }
}

/// Writes a number of values.
package enum ValueCount {
    /// `1 value`, `3 values`.
    package static func words(_ count: Int) -> String { count == 1 ? "1 value" : "\(count) values" }
}
