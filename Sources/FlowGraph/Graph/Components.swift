/// The connected components of a graph, over the indices of its members. The smallest member of a component is its root.
package struct Components: Sendable {
    /// The parent of each member: a smaller one of its component, or itself for a root.
    private var parents: [Int]

    /// Creates components of one member each.
    package init(count: Int = 0) { parents = Array(0..<count) }

    /// Adds a member as a component of one.
    package mutating func add() { parents.append(parents.count) }

    /// Connects two members. Returns the surviving root and the merged one; `nil` if they were already connected.
    ///
    /// - Complexity: O(log *n*) amortised.
    @discardableResult package mutating func join(_ first: Int, _ second: Int) -> (kept: Int, merged: Int)? {
        let (one, other) = (root(of: first), root(of: second))
        guard one != other else { return nil }
        parents[max(one, other)] = min(one, other)
        return (min(one, other), max(one, other))
    }

    /// The root of a member's component.
    ///
    /// - Complexity: O(log *n*) amortised: each walk shortens later ones.
    package mutating func root(of member: Int) -> Int {
        var root = member
        while parents[root] != root {
            parents[root] = parents[parents[root]]
            root = parents[root]
        }
        return root
    }
}
