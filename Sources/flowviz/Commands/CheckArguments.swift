import ArgumentParser
import FlowAnalysis

/// Reads what `check` is told to expect.
enum CheckArguments {
    /// `100` or `buffer=100`.
    static func maxHeld(_ text: String) throws -> Expectation {
        let (stage, number) = parts(text)
        guard let count = Int(number), count >= 0 else {
            throw ValidationError("--max-buffered '\(text)' does not fit; it takes a count, for example 100 or buffer=100")
        }
        return .maxHeld(count, of: stage)
    }

    /// `2s`, `50ms` or `buffer=2s`.
    static func maxWait(_ text: String) throws -> Expectation {
        let (stage, duration) = parts(text)
        guard let nanoseconds = nanoseconds(duration) else {
            throw ValidationError("--max-wait '\(text)' does not fit; it takes a time, for example 2s, 50ms or buffer=2s")
        }
        return .maxWait(nanoseconds: nanoseconds, in: stage)
    }

    /// The name may have a `=` itself: the last one parts.
    private static func parts(_ text: String) -> (stage: String?, value: String) {
        guard let place = text.lastIndex(of: "=") else { return (nil, text) }
        return (String(text[..<place]), String(text[text.index(after: place)...]))
    }

    private static func nanoseconds(_ text: String) -> UInt64? {
        let units: [(String, Double)] = [("ns", 1), ("us", 1e3), ("ms", 1e6), ("s", 1e9), ("m", 60e9)]
        guard let (unit, scale) = units.first(where: { text.hasSuffix($0.0) }), let number = Double(text.dropLast(unit.count)),
            number >= 0, number * scale < 1e18
        else { return nil }
        return UInt64((number * scale).rounded())
    }
}
