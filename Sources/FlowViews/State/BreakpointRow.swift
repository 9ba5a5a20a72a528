/// A breakpoint in the list of them.
public struct BreakpointRow: Hashable, Sendable {
    /// Its condition.
    public let text: String
    /// Why it cannot come to hold here, `nil` where it can.
    public let problem: String?

    public init(text: String, problem: String?) {
        self.text = text
        self.problem = problem
    }
}
