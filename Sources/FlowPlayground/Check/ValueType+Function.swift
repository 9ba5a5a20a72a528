extension ValueType {
    /// The function that may be left out, or itself.
    var unwrappedFunction: ValueType {
        if case .optional(let wrapped) = self, wrapped.isFunction { wrapped } else { self }
    }

    /// What an optional may hold, or itself.
    var unwrapped: ValueType {
        if case .optional(let wrapped) = self { wrapped } else { self }
    }

    /// Whether it is a signature's variable.
    var isVariable: Bool {
        if case .variable = self { true } else { false }
    }
}
