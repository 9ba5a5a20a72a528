extension ValueType: CustomStringConvertible {
    /// As a message writes it: `[Int]`, `Publisher<String, Never>`, `_` where it is not known.
    public var description: String {
        switch self {
        case .unknown: "_"
        case .variable(let number): Signature.name(ofVariable: number)
        case .plain(let type): type.rawValue
        case .array(let element): "[\(element)]"
        case .optional(.function(let parameters, let result, let canThrow)):
            "(\(ValueType.function(parameters, result, canThrow: canThrow)))?"
        case .optional(let wrapped): "\(wrapped)?"
        case .tuple(let elements): "(\(ValueType.list(elements)))"
        case .function(let parameters, let result, let canThrow):
            "(\(ValueType.list(parameters))) \(canThrow ? "throws " : "")-> \(result)"
        case .publisher(let output, .plain(.never), .just): "Just<\(output)>"
        case .publisher(let output, let failure, let form): "\(form.rawValue)<\(output), \(failure)>"
        case .whenFull: "BufferingStrategy"
        case .grouping: "TimeGroupingStrategy"
        case .metatype(let type): "\(type).Type"
        }
    }

    private static func list(_ types: [ValueType]) -> String {
        types.map(\.description).joined(separator: ", ")
    }
}
