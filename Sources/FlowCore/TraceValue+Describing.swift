import FlowTrace

extension TraceValue {
    /// Describes a value for a trace: Int, Double, Bool and String as they are, an optional as what it holds or `nil`, others by
    /// their description.
    public static func describing<Value>(_ value: Value) -> TraceValue {
        if let number = value as? Int { return .int(number) }
        if let text = value as? String { return .string(text) }
        return .string(String(describing: value))
    }
}
