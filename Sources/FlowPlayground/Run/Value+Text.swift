import FlowCore
import FlowTrace

extension Value: CustomStringConvertible, TraceDescribable {
    /// As Swift's `String(describing:)` writes a value of the type it stands for.
    public var description: String {
        switch self {
        case .string(let text, _): text
        case .error(let error): error.description
        case .some(let value): "Optional(\(value.debugText))"
        default: debugText
        }
    }

    /// As Swift writes it within an array.
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
        case .completion(let error?): "failure(\(error))"
        case .word, .grouping, .function, .omitted: "\(Value.self)"
        case .flow: "Publisher"
        case .cancellable: "AnyCancellable"
        }
    }

    private static func list(_ values: [Value]) -> String {
        values.map(\.debugText).joined(separator: ", ")
    }

    /// As a trace holds it.
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
