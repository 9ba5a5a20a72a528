/// Bounds what the rules of the graph cost: each record pays for some steps, so that no file, whatever it says, costs more than its length.
///
/// A program's own records leave most of it unused: who subscribes to a thing that thousands subscribe to has been recorded many times.
struct StepAllowance: Sendable {
    private static let perRecord = 64
    /// What a trace may take at its start.
    private static let advance = 4_096

    private var steps = StepAllowance.advance

    /// A record came, with so many bytes of text.
    @inline(__always)
    mutating func grant(text: Int) {
        steps &+= StepAllowance.perRecord &* (1 &+ text)
    }

    /// What it costs that one more operator holds a value with so many bytes of text: it will be told again as it comes and goes.
    static func costOfHolding(text: Int) -> Int {
        1 + text
    }

    /// Takes steps. Returns whether they may be taken.
    mutating func spend(_ count: Int) -> Bool {
        guard count <= steps else { return false }
        steps -= count
        return true
    }
}
