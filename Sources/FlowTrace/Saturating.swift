/// Saturating arithmetic for numbers from programs and traces.
extension FixedWidthInteger {
    /// The sum, clamped to the range of the type.
    package func saturatingSum(_ other: Self) -> Self {
        let (sum, overflow) = addingReportingOverflow(other)
        guard overflow else { return sum }
        return other < 0 ? .min : .max
    }

    /// The whole part of a number, clamped to the range of the type; 0 for NaN.
    package init(saturating number: Double) {
        guard number < Double(Self.max) else {
            self = number.isNaN ? 0 : .max
            return
        }
        self = number > Double(Self.min) ? Self(number) : .min
    }
}
