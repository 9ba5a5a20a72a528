/// The common name of several things: all their names if they fit, else the first ones, and the number of others.
package struct FoldedName: Hashable, Sendable {
    /// The maximum length, in characters; the first name is never cut.
    package static let limit = 18

    private var names: [String] = []
    private var known: Set<String> = []

    package init() {}

    /// - Complexity: O(length).
    package mutating func append(_ name: String) {
        if known.insert(name).inserted { names.append(name) }
    }

    /// `red, green, blue`, or `red, green, +2`.
    ///
    /// - Complexity: O(names).
    package var text: String {
        let whole = names.joined(separator: ", ")
        guard names.count > 1, whole.count > FoldedName.limit else { return whole }
        var shown = 1
        while shown < names.count, text(showing: shown + 1).count <= FoldedName.limit { shown += 1 }
        return text(showing: shown)
    }

    private func text(showing count: Int) -> String {
        (names.prefix(count) + ["+\(names.count - count)"]).joined(separator: ", ")
    }
}
