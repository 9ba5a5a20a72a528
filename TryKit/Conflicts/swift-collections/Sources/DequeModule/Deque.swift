/// Has another layout than the type of the same name that flowviz uses.
public struct Deque<Element> {
    public let version = "1.1.9"
    private var values: [Element] = []

    public init() {}

    public mutating func append(_ value: Element) { values.append(value) }

    public mutating func popFirst() -> Element? { values.isEmpty ? nil : values.removeFirst() }
}
