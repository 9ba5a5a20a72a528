/// A change of one source file of a module when the module is compiled. The file itself stays as it is.
struct SourceEdit: Equatable {
    /// A change of each place with a text.
    struct Change: Equatable {
        /// The text that names the place.
        let anchor: String
        /// The number of places, `nil` for one or more.
        let count: Int?
        /// The new text, which has as many lines: places in the code keep their lines.
        let text: String

        /// Puts new text in front of the places.
        static func before(_ anchor: String, _ count: Int? = 1, _ text: String) -> Change {
            Change(anchor: anchor, count: count, text: text + anchor)
        }

        /// Puts new text behind the places.
        static func after(_ anchor: String, _ count: Int? = 1, _ text: String) -> Change {
            Change(anchor: anchor, count: count, text: anchor + text)
        }

        /// Puts new text in the place of the places.
        static func replacing(_ anchor: String, _ count: Int? = 1, _ text: String) -> Change {
            Change(anchor: anchor, count: count, text: text)
        }
    }

    /// The name of the file.
    let file: String
    let changes: [Change]
    /// Text for the end of the file.
    var end = ""

    /// Returns the changed text, `nil` if a place is missing, or is there more often than is known.
    ///
    /// - Complexity: O(*n* · *m*) for *n* characters and *m* changes.
    func apply(to text: String) -> String? {
        var text = text
        for change in changes {
            let parts = text.split(separator: change.anchor, omittingEmptySubsequences: false)
            guard parts.count > 1, change.count.map({ $0 == parts.count - 1 }) ?? true else { return nil }
            text = parts.joined(separator: change.text)
        }
        return end.isEmpty ? text : text + "\n" + end
    }
}
