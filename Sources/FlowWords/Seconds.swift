import FlowTrace

/// Writes times, durations and rates as the screen shows them.
public enum Seconds {
    /// A time in seconds with 2 decimals, or 3 if the milliseconds need them: `5.30`, `8.001`.
    public static func text(_ time: TraceTime) -> String { text(nanoseconds: time.nanoseconds) }

    /// A time in seconds with enough decimals to tell cells of some nanoseconds apart, at least as many as ``text(_:)`` has.
    package static func text(_ time: TraceTime, cell: UInt64) -> String {
        guard cell > 0, cell % 1_000_000 > 0 else { return text(time) }
        var (unit, places) = (UInt64(100_000), 4)
        while cell % unit > 0 { (unit, places) = (unit / 10, places + 1) }
        return decimal(rounded(time.nanoseconds, by: unit), places: places)
    }

    /// Nanoseconds in seconds, with 2 decimals, or 3 if the milliseconds need them.
    public static func text(nanoseconds: UInt64) -> String {
        let milliseconds = rounded(nanoseconds, by: 1_000_000)
        return milliseconds % 10 == 0 ? decimal(milliseconds / 10, places: 2) : decimal(milliseconds, places: 3)
    }

    /// Nanoseconds in seconds with 2 decimals, for values that change while they are shown.
    public static func short(nanoseconds: UInt64) -> String { decimal(rounded(nanoseconds, by: 10_000_000), places: 2) }

    /// A duration with its unit: `0.70 s`, `0.350 ms` below a millisecond, `0 s` for none.
    public static func duration(nanoseconds: UInt64) -> String {
        if nanoseconds == 0 { return "0 s" }
        if nanoseconds < 1_000_000 { return decimal(max(1, rounded(nanoseconds, by: 1_000)), places: 3) + " ms" }
        return text(nanoseconds: nanoseconds) + " s"
    }

    /// Two durations with their units, as by ``duration(nanoseconds:)``, but with enough decimals to tell them apart.
    public static func durations(nanoseconds one: UInt64, toldFrom other: UInt64) -> (String, String) {
        let texts = (duration(nanoseconds: one), duration(nanoseconds: other))
        guard texts.0 == texts.1, one != other else { return texts }
        for (unit, places) in [(1_000, 6), (1, 9)] as [(UInt64, Int)] where rounded(one, by: unit) != rounded(other, by: unit) {
            return (
                decimal(rounded(one, by: unit), places: places) + " s", decimal(rounded(other, by: unit), places: places) + " s"
            )
        }
        return texts
    }

    /// A rate: `0/s`, `0.94/s`, `4.0/s`, `250/s`.
    public static func rate(_ perSecond: Double) -> String {
        guard perSecond > 0, perSecond.isFinite else { return "0/s" }
        if perSecond < 0.995 { return decimal(UInt64((perSecond * 100).rounded()), places: 2) + "/s" }
        if perSecond < 99.95 { return decimal(UInt64((perSecond * 10).rounded()), places: 1) + "/s" }
        return "\(UInt64(min(perSecond.rounded(), 1e18)))/s"
    }

    private static func rounded(_ value: UInt64, by unit: UInt64) -> UInt64 { value / unit + (value % unit * 2 >= unit ? 1 : 0) }

    private static func decimal(_ scaled: UInt64, places: Int) -> String {
        let scale = (0..<places).reduce(UInt64(1)) { product, _ in product * 10 }
        let fraction = String(scaled % scale)
        return "\(scaled / scale)." + String(repeating: "0", count: places - fraction.count) + fraction
    }
}
