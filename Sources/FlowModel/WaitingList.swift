/// Elements in the order in which they came, which mostly leave in it too.
struct WaitingList<Element: Sendable>: Sendable {
    private var all: [Element]
    /// How many at the beginning of ``all`` have left.
    private var left = 0

    init(_ elements: [Element] = []) {
        all = elements
    }

    /// Those that wait, the first to come first.
    var elements: ArraySlice<Element> {
        all[left...]
    }

    var count: Int {
        all.count - left
    }

    var isEmpty: Bool {
        count == 0
    }

    var first: Element? {
        isEmpty ? nil : all[left]
    }

    mutating func append(_ element: Element) {
        all.append(element)
    }

    /// Takes out the first.
    ///
    /// - Complexity: O(1), amortised.
    mutating func popFirst() -> Element? {
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
    mutating func removeFirst(within reach: Int = .max, where isWanted: (Element) -> Bool) -> Element? {
        guard let place = elements.prefix(reach).firstIndex(where: isWanted) else { return nil }
        return place == left ? popFirst() : all.remove(at: place)
    }

    /// Takes out all, in order.
    mutating func removeAll() -> ArraySlice<Element> {
        defer { self = WaitingList() }
        return elements
    }

    /// Changes each that waits.
    mutating func update(_ change: (inout Element) -> Void) {
        for place in left..<all.count { change(&all[place]) }
    }
}
