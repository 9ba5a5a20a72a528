/// The begun stages of one name, by their lines in the source and the callers of these.
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

    /// The line of a stage, and the line that called the line's function; `nil` if unknown.
    struct Site: Hashable, Sendable {
        let line: Line?
        let caller: Line?

        init(_ node: NodeFact) {
            line = Line(node.site)
            // A line of another file than the stack's is one that the program gave: who called it is unknown.
            caller = line != nil && line?.file == Line(node.place)?.file ? Line(node.caller) : nil
        }

        /// ` via Service.swift:89`, or ` via :89` in the stage's own file.
        fileprivate var via: String {
            caller.map { $0.file == line?.file ? " via :\($0.number)" : " via \($0.file):\($0.number)" } ?? ""
        }
    }

    /// The stages of each site, in the order of their first events; those without a line are one group.
    private var orders: [Site: [Int]] = [:]
    /// The number of sites of each line.
    private var sites: [Line?: Int] = [:]
    /// The number of files that have stages at a line of this number.
    private var files: [Int: Int] = [:]

    /// Whether one name is not enough to tell the stages apart.
    var isShared: Bool { orders.count > 1 || orders.values.contains { $0.count > 1 } }

    /// Adds the stage with this place in the order of first events.
    ///
    /// - Complexity: O(1) if it is the newest, otherwise O(stages of the site).
    mutating func add(_ order: Int, at site: Site) {
        if orders[site] == nil {
            if sites[site.line] == nil, let line = site.line { files[line.number, default: 0] += 1 }
            sites[site.line, default: 0] += 1
        }
        let index = orders[site]?.partitioningIndex { $0 > order } ?? 0
        orders[site, default: []].insert(order, at: index)
    }

    /// - Complexity: O(stages of the site).
    mutating func remove(_ order: Int, at site: Site) {
        guard let index = orders[site]?.firstIndex(of: order) else { return }
        orders[site]?.remove(at: index)
        guard orders[site]?.isEmpty == true else { return }
        orders[site] = nil
        sites[site.line] = sites[site.line].flatMap { $0 > 1 ? $0 - 1 : nil }
        guard sites[site.line] == nil, let line = site.line else { return }
        files[line.number] = files[line.number].flatMap { $0 > 1 ? $0 - 1 : nil }
    }

    /// The text that tells a stage from the others of its name: its line, if they have other ones, its caller, if those of its line
    /// have other ones, and its number among those of its line and caller, from the second on.
    ///
    /// - Parameter order: `nil` before the stage's first event.
    /// - Complexity: O(log stages).
    func suffix(of order: Int?, at site: Site) -> String {
        let peers = orders[site] ?? []
        let number = order.map { order in peers.partitioningIndex { $0 >= order } + 1 } ?? 1
        var text = ""
        if let line = site.line, sites.count > (sites[line] == nil ? 0 : 1) {
            text = files[line.number, default: 0] > 1 ? " \(line.file):\(line.number)" : ":\(line.number)"
        }
        if sites[site.line, default: 0] > (peers.isEmpty ? 0 : 1) { text += site.via }
        guard number > 1 else { return text }
        return text.isEmpty ? " \(number)" : "\(text) #\(number)"
    }
}
