/// A chain as one row shows it: stages one after the other, and side by side where streams fork or join.
public indirect enum ChainShape: Hashable, Sendable {
    /// A stage: its name, and details if there is room.
    case stage(String, detail: String = "")
    /// Stages from source to sink.
    case row([ChainShape])
    /// Streams of equal rank: inputs that join in the next stage, or outputs of the previous one. An empty row leads straight to
    /// the next stage.
    case sideBySide([ChainShape])
}

extension ChainShape: ExpressibleByArrayLiteral, ExpressibleByStringInterpolation {
    public init(arrayLiteral elements: ChainShape...) { self = .row(elements) }

    /// Creates a stage: the first word is its name, or `for await`.
    public init(stringLiteral text: String) {
        let loop = "for await"
        let name = text.hasPrefix(loop) ? text.prefix(loop.count) : text.prefix { $0 != " " }
        self = .stage(String(name), detail: String(text.dropFirst(name.count).drop { $0 == " " }))
    }
}

// MARK: From a graph

extension ChainShape {
    /// The shape of a graph.
    ///
    /// Where streams cross, no row can show them: the name of a stage is then repeated at the beginning of each further stream
    /// out of it.
    ///
    /// - Parameters:
    ///   - stages: The stages.
    ///   - inputs: By stage, the indices of its upstream stages; inputs from later stages, as in a cycle, are ignored.
    /// - Complexity: O(*n*²) for *n* stages.
    public init(_ stages: [ChainShape], inputs: [[Int]]) {
        var graph = Reduction(stages, inputs: inputs)
        self = .row(graph.reduced())
    }

    /// A graph whose links are merged until one is left.
    private struct Reduction {
        /// A connection between two stages.
        struct Link {
            var from: Int
            let to: Int
            var row: [ChainShape]
        }

        private let stages: [ChainShape]
        private var links: [Link] = []
        private let start = -1
        private var end: Int { stages.count }

        init(_ stages: [ChainShape], inputs: [[Int]]) {
            self.stages = stages
            for (stage, above) in inputs.enumerated() {
                let known = above.filter { $0 < stage && $0 >= 0 }
                links += (known.isEmpty ? [start] : known).map { Link(from: $0, to: stage, row: []) }
            }
            let used = Set(links.map(\.from))
            links += stages.indices.filter { !used.contains($0) }.map { Link(from: $0, to: end, row: []) }
        }

        mutating func reduced() -> [ChainShape] {
            while links.count > 1 {
                let before = links.count
                joinNeighbours()
                joinParallels()
                if links.count == before { repeatFork() }
            }
            return links.first?.row ?? []
        }

        /// Joins the two links around each stage that has only one input and one output.
        private mutating func joinNeighbours() {
            for stage in stages.indices {
                let above = links.indices.filter { links[$0].to == stage }
                let below = links.indices.filter { links[$0].from == stage }
                guard above.count == 1, below.count == 1 else { continue }
                let row = links[above[0]].row + [stages[stage]] + links[below[0]].row
                let joined = Link(from: links[above[0]].from, to: links[below[0]].to, row: row)
                links[above[0]] = joined
                links.remove(at: below[0])
            }
        }

        /// Puts links with the same ends side by side.
        private mutating func joinParallels() {
            var joined: [Link] = []
            var rows: [[Int]: (index: Int, rows: [[ChainShape]])] = [:]
            for link in links {
                if rows[[link.from, link.to]] != nil {
                    rows[[link.from, link.to]]?.rows.append(link.row)
                } else {
                    rows[[link.from, link.to]] = (joined.count, [link.row])
                    joined.append(link)
                }
            }
            for (index, all) in rows.values where all.count > 1 { joined[index].row = [.sideBySide(all.flatMap(streams(of:)))] }
            links = joined
        }

        /// The streams of a row that consists only of parallel streams, else the row.
        private func streams(of row: [ChainShape]) -> [ChainShape] {
            if row.count == 1, case .sideBySide(let streams) = row[0] { streams } else { [.row(row)] }
        }

        /// Begins a further stream out of a stage with the stage's name.
        private mutating func repeatFork() {
            let forks = links.indices.filter { index in
                links[index].from != start && links[..<index].contains { $0.from == links[index].from }
            }
            for index in forks.prefix(1) {
                links[index].row.insert(stages[links[index].from], at: 0)
                links[index].from = start
            }
        }
    }
}
