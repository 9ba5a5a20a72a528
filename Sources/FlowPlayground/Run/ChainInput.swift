import FlowCore
import FlowCombine

/// A source through which the user sends values.
final class ChainInput {
    /// The name of its constant, or else of its operator.
    let name: String
    private let type: ValueType
    private let send: (Value) -> Void
    private let complete: () -> Void
    private var count = 0
    private var isOver = false

    init(name: String, type: ValueType, send: @escaping (Value) -> Void, complete: @escaping () -> Void) {
        self.name = name
        self.type = type
        self.send = send
        self.complete = complete
    }

    /// Whether values of a type can be typed.
    static func takes(_ type: ValueType) -> Bool { [.int, .double, .string, .bool, .void].contains(type) }

    /// Sends the typed value, or the next number or text if `text` is empty.
    ///
    /// - Returns: The reason why it cannot be sent; `nil` after success.
    func send(_ text: String) -> ControlAnswer? {
        guard !isOver else { return .over("\(name) has finished: nothing more can be sent") }
        count += 1
        guard ChainInput.takes(type), let value = text.isEmpty ? next : read(text) else {
            return "'\(text)' cannot be sent: \(name) sends values of \(type)"
        }
        send(value)
        return nil
    }

    func finish() {
        guard !isOver else { return }
        isOver = true
        complete()
    }

    private var next: Value {
        switch type {
        case .int: .int(count)
        case .double: .double(Double(count))
        case .bool: .bool(count % 2 == 1)
        case .void: .void
        default: .text(String(count))
        }
    }

    /// The sent value in Swift.
    static func text(_ text: String?, number: Int, of type: ValueType) -> String {
        let input = ChainInput(name: "", type: type, send: { _ in }, complete: {})
        input.count = number
        let value = text.flatMap { $0.isEmpty ? nil : input.read($0) } ?? input.next
        if case .string(let text, _) = value { return SwiftLiteral.text(text) }
        return value.description
    }

    private func read(_ text: String) -> Value? {
        switch type {
        case .int: Int(text).map(Value.int)
        case .double: Double(text).map(Value.double)
        case .bool: Bool(text).map(Value.bool)
        case .void: nil
        default: .text(text)
        }
    }
}
