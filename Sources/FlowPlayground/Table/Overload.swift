import FlowCore
import FlowOperators

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
