/// Bounds what the rules of the graph cost: each record pays for some steps, so that no file, whatever it says, costs more than its length.
///
/// A program's own records leave most of it unused: who subscribes to a thing that thousands subscribe to has been recorded many times.
struct StepAllowance: Sendable {
    private static let perRecord = 64
    /// What a trace may take at its start.
    private static let advance = 4_096

    private var steps = StepAllowance.advance

    /// A record came.
    @inline(__always)
    mutating func grant() {
        steps &+= StepAllowance.perRecord
    }

    /// Takes steps. Returns whether they may be taken.
    mutating func spend(_ count: Int) -> Bool {
        guard count <= steps else { return false }
        steps -= count
        return true
    }
}
