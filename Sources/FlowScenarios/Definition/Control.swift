/// A control with its argument: `pause`, `request:2`, `emit:Hello`.
public struct Control: Hashable, Sendable, CustomStringConvertible {
    /// The control.
    public let name: ControlName
    /// The argument, empty if there is none.
    public let argument: String

    public init(_ name: ControlName, _ argument: String = "") {
        self.name = name
        self.argument = argument
    }

    /// Parses a typed control.
    ///
    /// - Throws: ``ScenarioError/unknownControl(_:)`` or ``ScenarioError/badArgument(control:argument:expected:)``.
    public init(parsing text: String) throws(ScenarioError) {
        let parts = text.split(separator: ":", maxSplits: 1, omittingEmptySubsequences: false)
        guard let first = parts.first, let name = ControlName(rawValue: String(first)) else {
            throw .unknownControl(text)
        }
        self.init(name, parts.count > 1 ? String(parts[1]) : "")
        try checkArgument()
    }

    /// The control as typed on the command line.
    public var description: String { argument.isEmpty ? name.rawValue : "\(name.rawValue):\(argument)" }

    /// The argument as a count; 1 if omitted.
    var count: Int { Int(argument) ?? 1 }

    private func checkArgument() throws(ScenarioError) {
        let expected: String? =
            switch name {
            case .request:
                argument.isEmpty || Int(argument).map { (1...1_000_000).contains($0) } == true ? nil : "a count from 1 to 1000000"
            case .size: Int(argument).map { (1...100_000).contains($0) } == true ? nil : "a size from 1 to 100000"
            case .interval: Double(argument).map { (0.1...5).contains($0) } == true ? nil : "seconds from 0.1 to 5"
            case .emit: nil
            case .pause, .resume, .unlimited, .burst, .finish, .cancel, .more, .twice, .old:
                argument.isEmpty ? nil : "no argument"
            }
        if let expected { throw .badArgument(control: name.rawValue, argument: argument, expected: expected) }
    }
}

/// An action of a user on a running scenario.
public enum ControlName: String, CaseIterable, Sendable {
    /// Pause the sink.
    case pause
    /// Resume the sink.
    case resume
    /// Request more values: `request:N`.
    case request
    /// Request unlimited values.
    case unlimited
    /// Send a value: `emit` or `emit:VALUE`.
    case emit
    /// Send five values together.
    case burst
    /// Finish the source.
    case finish
    /// Cancel the subscription.
    case cancel
    /// Call the completion handler of a `SteppingSubscriber`.
    case more
    /// Call the same handler a second time.
    case twice
    /// Call the second newest handler.
    case old
    /// Change the pace: `interval:SECONDS`.
    case interval
    /// Change the size of the buffer: `size:N`; restarts.
    case size
}
