/// What was typed before, and where in it the user is; what is being typed stays at its end.
struct LineHistory: Equatable {
    private let entries: [String]
    private var place: Int
    private var draft = ""

    /// - Parameter entries: The oldest first.
    init(_ entries: [String]) {
        self.entries = entries
        place = entries.count
    }

    /// The entry before; `nil` at the first.
    ///
    /// - Parameter text: What is in the line now.
    mutating func back(from text: String) -> String? {
        guard place > 0 else { return nil }
        if place == entries.count { draft = text }
        place -= 1
        return entries[place]
    }

    /// The entry behind, at last what was being typed; `nil` where that is in the line already.
    mutating func forward() -> String? {
        guard place < entries.count else { return nil }
        place += 1
        return place == entries.count ? draft : entries[place]
    }
}
