/// Writes types as Swift has them where they are not called so here.
enum SwiftTypes {
    static func text(_ type: ValueType) -> String {
        switch type {
        case .plain(.error): "any Error"
        case .plain(.duration): "VirtualTime.Stride"
        case .plain(.moment): "VirtualTime"
        case .plain(.completion), .plain(.cancellable), .plain(.scheduler), .plain(.demand), .plain(.mode), .plain(.prefetch):
            "Any"
        case .array(let element): "[\(text(element))]"
        case .optional(let wrapped): "\(text(wrapped))?"
        case .tuple(let elements): "(\(elements.map(text).joined(separator: ", ")))"
        case .publisher(let output, let failure, _): "AnyPublisher<\(text(output)), \(text(failure))>"
        default: type.description
        }
    }
}
