import FlowAnalysis

/// What a run was held to and does not keep.
public struct BrokenExpectations: Error, CustomStringConvertible, Sendable {
    /// By the order of the expectations.
    public let failures: [CheckFailure]

    /// A line for each.
    public var description: String {
        failures.map(\.line).joined(separator: "\n")
    }
}
