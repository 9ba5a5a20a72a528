/// A FIFO that also allows, at a higher cost, removal out of order.
///
/// Public so that other modules specialise it: the bodies of `package` functions stay in their module.
public struct ArrivalQueue<Element: Sendable>: Sendable {
    @usableFromInline var all: [Element]
    /// The number of leading elements of ``all`` that have left.
    @usableFromInline var left = 0
    /// The number below which they stay in ``all``: moving the others up would cost more than their room.
    @inlinable static var slack: Int { 16 }

    @inlinable public init(_ elements: [Element] = []) { all = elements }

    /// The elements, oldest first.
    @inlinable public var elements: ArraySlice<Element> { all[left...] }

    @inlinable public var count: Int { all.count - left }

    @inlinable public var isEmpty: Bool { count == 0 }

    @inlinable public var first: Element? { isEmpty ? nil : all[left] }

    @inlinable public mutating func append(_ element: Element) { all.append(element) }

    /// - Complexity: O(1), amortised.
    @inlinable public mutating func popFirst() -> Element? {
        guard let first else { return nil }
        left += 1
        if left >= ArrivalQueue.slack, 2 * left > all.count {
            all.removeFirst(left)
            left = 0
        }
        return first
    }

    /// - Complexity: O(1).
    @inlinable public mutating func popLast() -> Element? { isEmpty ? nil : all.removeLast() }

    /// Removes the first matching element among the `reach` oldest.
    ///
    /// - Complexity: O(1), amortised, if that is the oldest.
    @inlinable public mutating func removeFirst(within reach: Int = .max, where isWanted: (Element) -> Bool) -> Element? {
        if reach > 0, let first, isWanted(first) { return popFirst() }
        guard let index = elements.prefix(reach).firstIndex(where: isWanted) else { return nil }
        return all.remove(at: index)
    }

    @inlinable public mutating func removeAll() -> ArraySlice<Element> {
        defer { self = ArrivalQueue() }
        return elements
    }

    @inlinable public mutating func update(_ change: (inout Element) -> Void) {
        for index in left..<all.count { change(&all[index]) }
    }
}
