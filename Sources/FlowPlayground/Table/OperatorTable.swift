import FlowCore
import FlowOperators

/// All that can be written in a chain.
public enum OperatorTable {
    /// The rows, in the order of help.
    public static let operators: [Operator] =
        sources + values + errors + reducing + parts + combining + time + backpressure + sharing + sinks + words + library

    /// The forms of every name.
    static let overloads: [String: [Overload]] = Dictionary(
        operators.flatMap { row in row.overloads.map { ($0.signature.name, [$0]) } }, uniquingKeysWith: +)

    /// The forms of every name that is called by itself, on a value, read from a value, and written behind a period only.
    static let functions = overloads(.function)
    static let methods = overloads(.method)
    static let properties = overloads(.property)
    static let members = overloads(.member)

    private static func overloads(_ kind: Signature.Kind) -> [String: [Overload]] {
        overloads.mapValues { $0.filter { $0.signature.kind == kind } }.filter { !$0.value.isEmpty }
    }

    /// The names that stand before a `.`, as in `Timer.publish`.
    static let namespaces: Set<String> = Set(
        overloads.keys.compactMap { name in name.firstIndex(of: ".").map { String(name[..<$0]) } })

    /// The rows of a name, for help.
    public static func rows(of name: String) -> [Operator] {
        operators.filter { $0.name == name }
    }
}

/// A row of the playground's table: what can be written, what it does, and how it looks.
///
/// The same rows check what is typed, complete it, explain it, and build what runs.
public struct Operator: Sendable {
    /// Where help lists it.
    public enum Group: String, CaseIterable, Sendable {
        case sources = "Sources"
        case values = "Values one by one"
        case errors = "Errors"
        case reducing = "Many values to one"
        case parts = "Parts of a stream"
        case combining = "Several streams"
        case time = "Time"
        case backpressure = "Backpressure"
        case sharing = "Sharing and looking"
        case sinks = "Sinks"
        case words = "Values to write"
        case library = "In closures"
    }

    /// The name.
    public let name: String
    /// Where help lists it.
    public let group: Group
    /// What it does, in a sentence.
    public let summary: String
    /// A whole chain that uses it.
    public let example: String
    /// Its forms, the plainest first. Never empty.
    public let overloads: [Overload]

    init(_ name: String, _ group: Group, _ summary: String, example: String, _ overloads: [Overload]) {
        self.name = name
        self.group = group
        self.summary = summary
        self.example = example
        self.overloads = overloads
    }

    /// Its forms as Swift declares them.
    public var signatures: [String] {
        overloads.map(\.signature.text)
    }
}

/// One form of an operator: what it takes and gives, and how it is built.
public final class Overload: Sendable {
    /// What becomes of it in a chain.
    enum Role: Sendable {
        /// A value: it has no place in the stream.
        case value
        /// A publisher that is passed on as it is.
        case transparent
        /// An operator, or a source that sends what it is asked for.
        case stage
        /// A source that sends by itself.
        case source
        /// A source that the user sends through.
        case input
        /// An operator that shows what it holds.
        case buffer
        /// The end of a chain.
        case sink
        /// The end of a chain, which the user can pause.
        case pausableSink
    }

    /// What it takes and gives.
    public let signature: Signature
    /// Which operator it is a form of.
    public let operation: OperatorID
    let role: Role
    /// What it asks of its parameters, by their places; empty where it asks nothing of any.
    let limits: [Limit?]
    /// Whether it is a method of every publisher.
    let takesAnyStream: Bool
    /// Whether it never ends by itself.
    let isEndless: Bool
    /// Whether it ends even where its upstream does not.
    let ends: Bool
    /// What is wrong with the first argument where it is written out, `nil` where it fits.
    let refuse: (@Sendable (_ literal: Value) -> String?)?
    let build: @Sendable (OperatorCall) throws(Stop) -> Value

    private init(
        _ signature: Signature, _ role: Role, limits: [Limit?], isEndless: Bool, ends: Bool,
        refuse: (@Sendable (Value) -> String?)?,
        build: @escaping @Sendable (OperatorCall) throws(Stop) -> Value
    ) {
        self.signature = signature
        operation = OperatorID(oneOf: signature.spellings)
        takesAnyStream = signature.receiver == Overload.stream
        self.role = role
        self.limits = limits
        self.isEndless = isEndless
        self.ends = ends
        self.refuse = refuse
        self.build = build
    }

    private convenience init(
        _ signature: Signature, _ role: Role, limits: [String: Limit] = [:], isEndless: Bool = false, ends: Bool = false,
        refuse: (@Sendable (Value) -> String?)? = nil,
        build: @escaping @Sendable (OperatorCall) throws(Stop) -> Value
    ) {
        self.init(
            signature, role, limits: limits.isEmpty ? [] : signature.parameters.map { limits[$0.name] }, isEndless: isEndless,
            ends: ends, refuse: refuse, build: build)
    }

    private static let stream = SignatureReader.type("Publisher<Output, Failure>")

    /// An operator of publishers.
    static func method(
        _ text: String, on receiver: String? = nil, _ role: Role = .stage, limits: [String: Limit] = [:], ends: Bool = false,
        build: @escaping @Sendable (OperatorCall) throws(Stop) -> Value
    ) -> Overload {
        let receiver = receiver.map(SignatureReader.type) ?? stream
        return Overload(
            SignatureReader.read(text, kind: .method, receiver: receiver), role, limits: limits, ends: ends, build: build)
    }

    /// Something that is called by its name.
    static func function(
        _ text: String, _ role: Role = .value, limits: [String: Limit] = [:], isEndless: Bool = false,
        refuse: (@Sendable (Value) -> String?)? = nil,
        build: @escaping @Sendable (OperatorCall) throws(Stop) -> Value
    ) -> Overload {
        Overload(
            SignatureReader.read(text, kind: .function, receiver: nil), role, limits: limits, isEndless: isEndless,
            refuse: refuse, build: build)
    }

    /// Something that a value has.
    static func property(
        _ text: String, on receiver: String, _ role: Role = .value,
        build: @escaping @Sendable (OperatorCall) throws(Stop) -> Value
    ) -> Overload {
        let receiver = SignatureReader.type(receiver)
        return Overload(
            SignatureReader.read(text, kind: .property, receiver: receiver), role, build: build)
    }

    /// Something that stands behind a `.` where its type is expected.
    static func member(
        _ text: String, limits: [String: Limit] = [:], build: @escaping @Sendable (OperatorCall) throws(Stop) -> Value
    ) -> Overload {
        Overload(SignatureReader.read(text, kind: .member, receiver: nil), .value, limits: limits, build: build)
    }

    /// The same under another name, as one that stands behind a type's.
    func named(_ name: String) -> Overload {
        Overload(
            signature.named(name), role, limits: limits, isEndless: isEndless, ends: ends, refuse: refuse, build: build)
    }
}

/// What an operator asks of an argument beyond its type; Swift's would trap, or never do anything.
public enum Limit: Hashable, Sendable {
    /// A count from here on.
    case atLeast(Int)
    /// A count from here to there.
    case within(ClosedRange<Int>)
    /// A stretch of time that something may happen after again and again: 0.1 ms, ``shortestInterval``, or longer.
    case interval
    /// A stretch of time that does not go back.
    case notNegative
    /// A demand for one value or more.
    case wanted

    /// The shortest interval: what Foundation's `Timer` takes in place of 0, and a tenth of the screen's finest cell.
    ///
    /// No timer of a Swift program keeps to a shorter one, and no screen could show what it does.
    static let shortestInterval = VirtualTime.Stride.microseconds(100)

    private static func tooShort(_ name: String, _ value: Value) -> String {
        "'\(name)' must be at least 0.0001 seconds, got \(value)"
    }

    /// What is wrong with a value, `nil` where it fits.
    func problem(with value: Value, of name: String) -> String? {
        switch (self, value) {
        case (.atLeast(let least), .int(let count)) where count < least: "'\(name)' must be at least \(least), got \(count)"
        case (.within(let range), .int(let count)) where !range.contains(count):
            "'\(name)' must be from \(range.lowerBound) to \(range.upperBound), got \(count)"
        case (.interval, .duration(let length)) where length < Limit.shortestInterval: Limit.tooShort(name, value)
        case (.notNegative, .duration(let length)) where length.nanoseconds < 0: "'\(name)' must not be negative, got \(value)"
        case (.interval, .double(let seconds)) where !(seconds >= Double(Limit.shortestInterval.nanoseconds) / 1e9):
            Limit.tooShort(name, value)
        case (.interval, .double(let seconds)) where seconds > 1e9: "'\(name)' must be at most 1000000000 seconds, got \(value)"
        case (.wanted, .demand(let demand)) where demand == .none: "'\(name)' must be at least .max(1), got .none"
        default: nil
        }
    }
}
