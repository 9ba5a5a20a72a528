/// The begun stages of one name, by their lines in the source.
struct StageNames: Sendable {
    /// A line of a file, by the file's name without folders.
    struct Line: Hashable, Sendable {
        let file: String
        let number: Int

        /// `nil` without a line.
        init?(_ place: SourcePlace?) {
            guard let place, place.line > 0, !place.fileName.isEmpty else { return nil }
            (file, number) = (place.fileName, place.line)
        }
    }

    /// The stages of each line, in the order of their first events; those without a line are one group.
    private var orders: [Line?: [Int]] = [:]
    /// The number of files that have stages at a line of this number.
    private var files: [Int: Int] = [:]

    /// Whether one name is not enough to tell the stages apart.
    var isShared: Bool { orders.count > 1 || orders.values.contains { $0.count > 1 } }

    /// Adds the stage with this place in the order of first events.
    ///
    /// - Complexity: O(1) if it is the newest, otherwise O(stages of the line).
    mutating func add(_ order: Int, at line: Line?) {
        if orders[line] == nil, let line { files[line.number, default: 0] += 1 }
        let index = orders[line]?.partitioningIndex { $0 > order } ?? 0
        orders[line, default: []].insert(order, at: index)
    }

    /// - Complexity: O(stages of the line).
    mutating func remove(_ order: Int, at line: Line?) {
        guard let index = orders[line]?.firstIndex(of: order) else { return }
        orders[line]?.remove(at: index)
        guard orders[line]?.isEmpty == true else { return }
        orders[line] = nil
        if let line { files[line.number] = files[line.number].flatMap { $0 > 1 ? $0 - 1 : nil } }
    }

    /// The text that tells a stage from the others of its name: its line, if they have other ones, and its number among those of
    /// its line, from the second on.
    ///
    /// - Parameter order: `nil` before the stage's first event.
    /// - Complexity: O(log stages).
    func suffix(of order: Int?, at line: Line?) -> String {
        let peers = orders[line] ?? []
        let number = order.map { order in peers.partitioningIndex { $0 >= order } + 1 } ?? 1
        guard let line, orders.count > (peers.isEmpty ? 0 : 1) else { return number < 2 ? "" : " \(number)" }
        let place = files[line.number, default: 0] > 1 ? " \(line.file):\(line.number)" : ":\(line.number)"
        return number < 2 ? place : "\(place) #\(number)"
    }
}
