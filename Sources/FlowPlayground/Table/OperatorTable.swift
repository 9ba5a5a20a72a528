import FlowCore
import FlowOperators
import FlowCombine

/// All operators, functions and members of chains.
public enum OperatorTable {
    /// The rows, in the order of help.
    public static let operators: [Operator] =
        sources + values + errors + reducing + parts + gathering + combining + time + backpressure + sharing + sinks + words
        + library + scripts

    /// The overloads by name.
    static let overloads: [String: [Overload]] = Dictionary(
        operators.flatMap { row in row.overloads.map { ($0.signature.name, [$0]) } }, uniquingKeysWith: +)

    /// The overloads of one kind, by name.
    static let functions = overloads(.function)
    static let methods = overloads(.method)
    static let properties = overloads(.property)
    static let members = overloads(.member)

    private static func overloads(_ kind: Signature.Kind) -> [String: [Overload]] {
        overloads.mapValues { $0.filter { $0.signature.kind == kind } }.filter { !$0.value.isEmpty }
    }

    /// The names before a `.`, as in `Timer.publish`.
    static let namespaces: Set<String> = Set(
        overloads.keys.compactMap { name in name.firstIndex(of: ".").map { String(name[..<$0]) } })

    public static func rows(of name: String) -> [Operator] { operators.filter { $0.name == name } }
}

/// A row of the playground's table. The same row checks the typed text, completes it, explains it, and builds the run.
public struct Operator: Sendable {
    /// The sections of help.
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
        case scripts = "Scripts"
    }

    public let name: String
    public let group: Group
    /// Its effect, in a sentence.
    public let summary: String
    /// An example chain.
    public let example: String
    /// Its overloads, the plainest first. Never empty.
    public let overloads: [Overload]

    init(_ name: String, _ group: Group, _ summary: String, example: String, _ overloads: Overload...) {
        self.init(name, group, summary, example: example, overloads: overloads)
    }

    init(_ name: String, _ group: Group, _ summary: String, example: String, overloads: [Overload]) {
        self.name = name
        self.group = group
        self.summary = summary
        self.example = example
        self.overloads = overloads
    }

    public var signatures: [String] { overloads.map(\.signature.text) }
}

/// One overload of an operator: its signature, its role in a chain, and its construction.
public final class Overload: Sendable {
    /// Its role in a chain.
    enum Role: Sendable {
        /// A value outside the stream.
        case value
        /// A publisher passed on unchanged.
        case transparent
        /// An operator, or a source that sends on demand.
        case stage
        /// A source that sends by itself.
        case source
        /// A source through which the user sends.
        case input
        /// An operator with a visible buffer.
        case buffer
        case sink
        /// A sink that the user can pause.
        case pausableSink
        /// A wait before the next statement.
        case wait
    }

    public let signature: Signature
    public let operation: OperatorID
    /// The operator's name in the catalogue.
    let operatorName: String
    /// Whether the operator subscribes once for all its subscribers.
    let fansOut: Bool
    let role: Role
    /// The limits of its parameters, by index; empty if there are none.
    let limits: [Limit?]
    let takesAnyStream: Bool
    let isEndless: Bool
    /// Whether it can end before its upstream does.
    let mayEndEarly: Bool
    /// Returns the error if the first argument is an invalid literal; `nil` if it is valid.
    let literalError: (@Sendable (_ literal: Value) -> String?)?
    let build: Build

    typealias Build = @Sendable (OperatorCall) throws(Stop) -> Value

    private init(
        _ text: String, _ kind: Signature.Kind, on receiver: ValueType? = nil, _ role: Role, limits: [String: Limit] = [:],
        operation: OperatorID? = nil, isEndless: Bool = false, mayEndEarly: Bool = false,
        literalError: (@Sendable (Value) -> String?)? = nil, build: @escaping Build
    ) {
        let signature = SignatureReader.read(text, kind: kind, receiver: receiver)
        self.signature = signature
        self.operation = operation ?? OperatorID(oneOf: signature.spellings)
        operatorName = self.operation.name
        fansOut = self.operation.law.flow?.family == .fanOut
        takesAnyStream = receiver == Overload.anyStream
        self.role = role
        self.limits = limits.isEmpty ? [] : signature.parameters.map { limits[$0.name] }
        self.isEndless = isEndless
        self.mayEndEarly = mayEndEarly
        self.literalError = literalError
        self.build = build
    }

    private static let anyStream = SignatureReader.type("Publisher<Output, Failure>")

    /// An operator of publishers. Without a written result, it returns a stream of its receiver's type.
    static func method(
        _ text: String, on receiver: String? = nil, _ role: Role = .stage, as operation: OperatorID? = nil,
        limits: [String: Limit] = [:], mayEndEarly: Bool = false, build: @escaping Build
    ) -> Overload {
        let receiver = receiver.map(SignatureReader.type) ?? anyStream
        let text = text.hasSuffix(")") ? text + " -> Publisher<Output, Failure>" : text
        return Overload(
            text, .method, on: receiver, role, limits: limits, operation: operation, mayEndEarly: mayEndEarly, build: build)
    }

    /// An operator of publishers whose closure makes a publisher.
    static func stream<P: Publisher & SendableMetatype>(
        _ text: String, on receiver: String? = nil, limits: [String: Limit] = [:], mayEndEarly: Bool = false,
        build: @escaping @Sendable (OperatorCall) -> P
    ) -> Overload where P.Output == Value, P.Failure == any Error {
        method(text, on: receiver, limits: limits, mayEndEarly: mayEndEarly) { call in call.flow(build(call)) }
    }

    /// - Parameter operation: Its entry in the catalogue, if named differently there.
    static func function(
        _ text: String, _ role: Role = .value, as operation: OperatorID? = nil, limits: [String: Limit] = [:],
        isEndless: Bool = false, literalError: (@Sendable (Value) -> String?)? = nil, build: @escaping Build
    ) -> Overload {
        Overload(
            text, .function, role, limits: limits, operation: operation, isEndless: isEndless, literalError: literalError,
            build: build)
    }

    static func property(_ text: String, on receiver: String, _ role: Role = .value, build: @escaping Build) -> Overload {
        Overload(text, .property, on: SignatureReader.type(receiver), role, build: build)
    }

    /// An implicit member: `.name` or `.name(…)` where its type is expected.
    static func member(_ text: String, limits: [String: Limit] = [:], build: @escaping Build) -> Overload {
        Overload(text, .member, .value, limits: limits, build: build)
    }
}

/// An operator's requirement on an argument's value, without which Swift's operator would trap or do nothing.
public enum Limit: Hashable, Sendable {
    /// A count of at least this.
    case atLeast(Int)
    case within(ClosedRange<Int>)
    /// A repetition interval of at least `shortestInterval`, 0.1 ms.
    case interval
    case notNegative
    /// A demand for at least one value.
    case nonZeroDemand

    /// The shortest interval: Foundation's `Timer` uses it in place of 0, and it is a tenth of the screen's finest cell.
    ///
    /// Timers of Swift programs are no more precise, and the screen could not show shorter intervals.
    static let shortestInterval = VirtualTime.Stride.microseconds(100)

    private static func tooShort(_ name: String, _ value: Value) -> String {
        "'\(name)' must be at least 0.0001 seconds, got \(value)"
    }

    /// The error about a value; `nil` if it fits.
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
        case (.nonZeroDemand, .demand(let demand)) where demand == .none: "'\(name)' must be at least .max(1), got .none"
        default: nil
        }
    }
}
