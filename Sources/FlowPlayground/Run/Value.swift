import FlowCore
import FlowTrace
import OpenCombineShim

/// A value while a chain runs: what streams carry and closures compute with.
///
/// The checker has made sure of the types, so that operators of OpenCombine run over this one type.
public enum Value {
    case void
    case bool(Bool)
    case int(Int)
    case double(Double)
    /// Text, or a character.
    case string(String, Charge?)
    case array([Value], Charge?)
    case tuple([Value], Charge?)
    /// `nil`.
    case null
    /// An optional that has a value.
    indirect case some(Value)
    case duration(VirtualTime.Stride)
    case moment(VirtualTime)
    case demand(Subscribers.Demand)
    case range(Range<Int>, isClosed: Bool)
    case error(FlowError)
    case completion(FlowError?)
    case word(Word)
    case grouping(VirtualTime.Stride, count: Int?)
    case function(Function)
    case flow(Flow)
    case cancellable(AnyCancellable)
    /// What an argument is that was left out.
    case omitted

    /// A value that has no other use than to be named.
    public enum Word: Sendable {
        case byRequest, keepFull, dropOldest, dropNewest, scheduler, mode, type
    }

    /// Short text, whose memory need not be counted.
    static func text(_ text: String) -> Value {
        .string(text, nil)
    }

    static func optional(_ value: Value?) -> Value {
        value.map(Value.some) ?? .null
    }

    init(_ completion: Subscribers.Completion<any Error>) {
        if case .failure(let error) = completion { self = .completion(FlowError(error)) } else { self = .completion(nil) }
    }

    /// The value of a stream that sends none.
    init(never: Never) {
        switch never {}
    }

    /// What an optional wraps.
    var wrapped: Value? {
        switch self {
        case .null: nil
        case .some(let value): value
        default: self
        }
    }

    /// Whether it is `true`.
    var isTrue: Bool {
        if case .bool(let truth) = self { truth } else { false }
    }
}
