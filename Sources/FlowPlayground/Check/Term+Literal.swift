import FlowCore

extension Term {
    /// Its value, where it is written out.
    var literal: Value? {
        switch self {
        case .int(let number): .int(number)
        case .double(let number): .double(number)
        case .string(let text): .text(text)
        case .call(let overload, let arguments, _): word(overload, arguments)
        default: nil
        }
    }

    private static let seconds: [String: Double] = [
        "seconds": 1, "milliseconds": 1e-3, "microseconds": 1e-6, "nanoseconds": 1e-9,
    ]

    private func word(_ overload: Overload, _ arguments: [TermPart]) -> Value? {
        guard overload.signature.kind == .member else { return nil }
        switch (overload.signature.name, arguments.first?.value.term.literal) {
        case ("max", .int(let count)?) where count >= 0: return .demand(.max(count))
        case (let name, .int(let count)?): return Term.seconds[name].map { .duration(.seconds(Double(count) * $0)) }
        case (let name, .double(let count)?): return Term.seconds[name].map { .duration(.seconds(count * $0)) }
        default: return nil
        }
    }
}
