/// The present values of a scenario's numbers, by name.
public struct Numbers: Hashable, Sendable {
    /// The values.
    public private(set) var values: [String: Double]

    /// The initial values of a variant.
    public init(_ variant: Variant) {
        values = Dictionary(uniqueKeysWithValues: variant.numbers.map { ($0.name, $0.initial) })
    }

    /// A number's value; 0 where the variant has no such number.
    public subscript(name: String) -> Double {
        get { values[name] ?? 0 }
        set { values[name] = newValue }
    }

    /// A number as a count.
    public func count(_ name: String) -> Int {
        Int(self[name])
    }

    /// A number as it is shown: whole where it is whole.
    public func text(_ name: String) -> String {
        Numbers.text(self[name])
    }

    /// A number without a needless `.0`.
    public static func text(_ value: Double) -> String {
        value == value.rounded() && abs(value) < 1e15 ? String(Int(value)) : String(value)
    }
}
