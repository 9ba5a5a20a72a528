/// Elements in the order in which they came, which mostly leave in it too.
///
/// Public so that other modules get it specialised: the bodies of `package` functions stay in their module.
public struct WaitingList<Element: Sendable>: Sendable {
    @usableFromInline var all: [Element]
    /// How many at the beginning of ``all`` have left.
    @usableFromInline var left = 0

    @inlinable public init(_ elements: [Element] = []) {
        all = elements
    }

    /// Those that wait, the first to come first.
    @inlinable public var elements: ArraySlice<Element> {
        all[left...]
    }

    @inlinable public var count: Int {
        all.count - left
    }

    @inlinable public var isEmpty: Bool {
        count == 0
    }

    @inlinable public var first: Element? {
        isEmpty ? nil : all[left]
    }

    @inlinable public mutating func append(_ element: Element) {
        all.append(element)
    }

    /// Takes out the first.
    ///
    /// - Complexity: O(1), amortised.
    @inlinable public mutating func popFirst() -> Element? {
        guard let first else { return nil }
        left += 1
        if 2 * left > all.count {
            all.removeFirst(left)
            left = 0
        }
        return first
    }

    /// Takes out the first of those within `reach` that meets a condition.
    ///
    /// - Complexity: O(1), amortised, where that is the first of all.
    @inlinable public mutating func removeFirst(within reach: Int = .max, where isWanted: (Element) -> Bool) -> Element? {
        guard let place = elements.prefix(reach).firstIndex(where: isWanted) else { return nil }
        return place == left ? popFirst() : all.remove(at: place)
    }

    /// Takes out all, in order.
    @inlinable public mutating func removeAll() -> ArraySlice<Element> {
        defer { self = WaitingList() }
        return elements
    }

    /// Changes each that waits.
    @inlinable public mutating func update(_ change: (inout Element) -> Void) {
        for place in left..<all.count { change(&all[place]) }
    }
}
