import FlowCore
import FlowTrace
import FlowCombine

/// A value of a running chain, in streams and closures.
///
/// The checker has verified the types, so that OpenCombine's operators can run over this one type.
public enum Value {
    case void
    case bool(Bool)
    case int(Int)
    case double(Double)
    /// Text, or a character.
    case string(String, ResourceMeter?)
    case array([Value], ResourceMeter?)
    case tuple([Value], ResourceMeter?)
    case null
    indirect case some(Value)
    case duration(VirtualTime.Stride)
    case moment(VirtualTime)
    case demand(Subscribers.Demand)
    case range(Range<Int>, isClosed: Bool)
    case error(FlowError)
    indirect case completion(Value?)
    case bag(SubscriptionSet)
    case symbol(Symbol)
    case grouping(VirtualTime.Stride, count: Int?)
    case function(Function)
    case flow(RecordedPublisher)
    case cancellable(AnyCancellable)
    /// An omitted argument.
    case omitted

    /// A symbolic value.
    public enum Symbol: Sendable {
        case byRequest, keepFull, dropOldest, dropNewest, scheduler, mode, type
    }

    /// Makes a short text, whose memory is not counted.
    static func text(_ text: String) -> Value { .string(text, nil) }

    static func optional(_ value: Value?) -> Value { value.map(Value.some) ?? .null }

    /// Satisfies the types of a stream without values.
    init(never: Never) {
        switch never {}
    }

    var wrapped: Value? {
        switch self {
        case .null: nil
        case .some(let value): value
        default: self
        }
    }

    var isTrue: Bool {
        if case .bool(let truth) = self { truth } else { false }
    }
}

extension Value {
    func equals(_ other: Value) -> Bool {
        switch (self, other) {
        case (.void, .void), (.null, .null): true
        case (.bool(let a), .bool(let b)): a == b
        case (.int(let a), .int(let b)): a == b
        case (.double(let a), .double(let b)): a == b
        case (.string(let a, _), .string(let b, _)): a == b
        case (.array(let a, _), .array(let b, _)), (.tuple(let a, _), .tuple(let b, _)):
            a.count == b.count && zip(a, b).allSatisfy { $0.equals($1) }
        case (.some(let a), .some(let b)): a.equals(b)
        case (.duration(let a), .duration(let b)): a == b
        case (.moment(let a), .moment(let b)): a == b
        case (.demand(let a), .demand(let b)): a == b
        case (.range(let a, _), .range(let b, _)): a == b
        case (.error(let a), .error(let b)): a == b
        case (.completion(let a), .completion(let b)):
            switch (a, b) {
            case (nil, nil): true
            case (let a?, let b?): a.equals(b)
            default: false
            }
        case (.cancellable(let a), .cancellable(let b)): a == b
        default: false
        }
    }

    /// Whether this value is less than another of its type.
    func isLess(than other: Value) -> Bool {
        switch (self, other) {
        case (.int(let a), .int(let b)): a < b
        case (.double(let a), .double(let b)): a < b
        case (.string(let a, _), .string(let b, _)): a < b
        case (.duration(let a), .duration(let b)): a < b
        case (.moment(let a), .moment(let b)): a < b
        case (.tuple(let a, _), .tuple(let b, _)): Value.isLess(a[...], b[...])
        default: false
        }
    }

    private static func isLess(_ a: ArraySlice<Value>, _ b: ArraySlice<Value>) -> Bool {
        guard let (first, second) = zip(a, b).first(where: { !$0.equals($1) }) else { return false }
        return first.isLess(than: second)
    }
}

extension Value: CustomStringConvertible, CustomDebugStringConvertible, TraceDescribable {
    public var debugDescription: String { debugText }

    /// The description by Swift's `String(describing:)`.
    public var description: String {
        switch self {
        case .string(let text, _): text
        case .error(let error): error.description
        case .some(let value): "Optional(\(value.debugText))"
        default: debugText
        }
    }

    /// The description within an array.
    private var debugText: String {
        switch self {
        case .void: "()"
        case .bool(let truth): truth.description
        case .int(let number): number.description
        case .double(let number): number.description
        case .string(let text, _): text.debugDescription
        case .array(let elements, _): "[\(Value.list(elements))]"
        case .tuple(let elements, _): "(\(Value.list(elements)))"
        case .null: "nil"
        case .some: description
        case .duration(let length): length.description
        case .moment(let moment): moment.description
        case .demand(let demand): demand == .unlimited ? "unlimited" : "max(\(demand.max ?? 0))"
        case .range(let range, let isClosed): isClosed ? "\(range.lowerBound)...\(range.upperBound - 1)" : range.description
        case .error(let error): error.description
        case .completion(nil): "finished"
        case .completion(let error?): "failure(\(error.debugText))"
        case .symbol, .grouping, .function, .omitted, .bag: "\(Value.self)"
        case .flow: "Publisher"
        case .cancellable: "AnyCancellable"
        }
    }

    private static func list(_ values: [Value]) -> String { values.map(\.debugText).joined(separator: ", ") }

    package var traceValue: TraceValue {
        switch self {
        case .int(let number): .int(number)
        case .double(let number): .double(number)
        case .bool(let truth): .bool(truth)
        case .some(let value): value.traceValue
        default: .string(description)
        }
    }
}

/// A closure, or an operator as a function, with its captured values.
public final class Function {
    private let body: ([Value]) throws(Stop) -> Value

    init(_ body: @escaping ([Value]) throws(Stop) -> Value) { self.body = body }

    func callAsFunction(_ arguments: [Value]) throws(Stop) -> Value { try body(arguments) }
}

/// The subscriptions in a `Set<AnyCancellable>`.
public final class SubscriptionSet {
    private var subscriptions: [AnyCancellable] = []

    init() {}

    func insert(_ subscription: AnyCancellable) { subscriptions.append(subscription) }
}
