/// The connected components of a graph, by the indices of its members. A component is known by the smallest of them, its root.
package struct Components: Sendable {
    /// For each member a smaller one of the same component; for a root itself.
    private var parents: [Int]

    /// Creates components of one member each.
    package init(count: Int = 0) { parents = Array(0..<count) }

    /// Adds a member, which is a component alone.
    package mutating func add() { parents.append(parents.count) }

    /// Connects two members. Returns the root that stays and the replaced one; `nil` if they were connected before.
    ///
    /// - Complexity: O(log *n*) amortised.
    @discardableResult package mutating func join(_ first: Int, _ second: Int) -> (kept: Int, merged: Int)? {
        let (one, other) = (root(of: first), root(of: second))
        guard one != other else { return nil }
        parents[max(one, other)] = min(one, other)
        return (min(one, other), max(one, other))
    }

    /// The smallest member that a member is connected with.
    ///
    /// - Complexity: O(log *n*) amortised: each walk shortens the next ones.
    package mutating func root(of member: Int) -> Int {
        var root = member
        while parents[root] != root {
            parents[root] = parents[parents[root]]
            root = parents[root]
        }
        return root
    }
}
