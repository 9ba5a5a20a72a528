import FlowAnalysis
import FlowTrace

/// The stages of a run by name and place, and the durations of their work, for a comparison with another run.
struct RunProfile {
    /// A stage by its name without a number, which depends on the order of threads, and by its place. Edits move lines, so stages
    /// of one function are the same by their order in it.
    struct Key: Hashable, Comparable, CustomStringConvertible {
        fileprivate let name: String
        private let place: SourcePlace?
        /// The file and the function; the line where the function is unknown.
        private let anchor: String
        /// The number of smaller lines on which the function has stages of this name.
        fileprivate var order = 0

        init(name: String, place: SourcePlace?) {
            (self.name, self.place) = (name, place)
            anchor = place.map(Key.anchor) ?? ""
        }

        private static func anchor(_ place: SourcePlace) -> String {
            guard place.function.isEmpty else { return "\(place.location?.fileID ?? "") \(place.function)" }
            return place.location?.description ?? place.short
        }

        fileprivate var hasPlace: Bool { place != nil }
        fileprivate var line: Int { place?.line ?? 0 }
        /// What it has in common with the other stages of its name in one function.
        fileprivate var function: [String] { [name, anchor] }

        /// `for await at Service.swift:9`.
        var description: String { name + (place.map { " at \($0.location?.short ?? $0.short)" } ?? "") }

        static func == (one: Key, other: Key) -> Bool { one.function == other.function && one.order == other.order }

        func hash(into hasher: inout Hasher) {
            hasher.combine(function)
            hasher.combine(order)
        }

        static func < (one: Key, other: Key) -> Bool {
            (one.name, one.file, one.line, one.anchor, one.order) < (
                other.name, other.file, other.line, other.anchor, other.order
            )
        }

        /// `AsyncStream in Service.swift`: what it is without its line; its whole description without a line.
        var kind: String { place == nil || file.isEmpty ? description : "\(name) in \(file)" }

        private var file: String { place?.location?.short.split(separator: ":").first.map(String.init) ?? "" }
    }

    /// The calls or iterations of a subscriber.
    struct Work {
        /// The time of the value at which it works; `nil` while it does not.
        fileprivate var since: TraceTime?
        fileprivate(set) var nanoseconds: UInt64 = 0
        fileprivate(set) var count: UInt64 = 0

        /// The mean duration in nanoseconds.
        var mean: Double { count > 0 ? Double(nanoseconds) / Double(count) : 0 }

        fileprivate mutating func add(_ other: Work) {
            nanoseconds += other.nanoseconds
            count += other.count
        }
    }

    /// An end in this part of a run, at its end, might as well have missed it: a run that is cut off ends at no event.
    private static let lastPart = 0.02

    private var works: [EdgeID: Work] = [:]
    /// The first ends of subscriptions.
    private var ends: [EdgeID: TraceTime] = [:]
    private var end = TraceTime.zero
    /// The stages by their names in the trace.
    private(set) var keys: [String: Key] = [:]
    /// The number of subscriptions that ended in the last moments of the run, by the names of the stages above.
    private(set) var late: [String: Int] = [:]
    /// The work of subscribers.
    private(set) var work: [Key: Work] = [:]

    /// Adds an event: a subscriber works from a value until it returns or asks for the next one.
    mutating func fold(_ entry: TraceEntry) {
        end = entry.time
        switch entry.kind {
        case .finished, .failure, .cancel: if ends[entry.edge] == nil { ends[entry.edge] = entry.time }
        case .subscribed: if entry.event.beginsLife { ends[entry.edge] = nil }
        case .value: works[entry.edge, default: Work()].since = entry.time
        case .returned, .request:
            guard let since = works[entry.edge]?.since else { return }
            works[entry.edge]?.since = nil
            works[entry.edge]?.nanoseconds += entry.time - since
            works[entry.edge]?.count += 1
        default: break
        }
    }

    /// Takes the names of the stages from the whole log.
    mutating func finish(_ log: TraceLog) {
        var done: [(key: Key, work: Work)] = []
        for edge in log.edges {
            let title = edge.upstream.flatMap(log.stageName) ?? edge.plainLabel
            let key = key(of: edge.upstream, edge, in: log)
            if keys[title]?.hasPlace != true { keys[title] = key }
            if let time = ends[edge.id], isLate(time) { late[title, default: 0] += 1 }
            guard edge.role == .link, let work = works[edge.id] else { continue }
            done.append((edge.downstream == nil ? key : self.key(of: edge.downstream, nil, in: log), work))
        }
        let lines = Dictionary(grouping: keys.values + done.map(\.key), by: \.function).mapValues { Set($0.map(\.line)).sorted() }
        func ordered(_ key: Key) -> Key {
            var key = key
            key.order = lines[key.function]?.firstIndex(of: key.line) ?? 0
            return key
        }
        keys = keys.mapValues(ordered)
        for (key, own) in done { work[ordered(key), default: Work()].add(own) }
    }

    private func isLate(_ time: TraceTime) -> Bool {
        Double(end.nanoseconds - time.nanoseconds) <= RunProfile.lastPart * Double(end.nanoseconds)
    }

    /// The names of the stages with a place, and of the stages without one.
    var placedNames: Set<String> { Set(all.filter(\.hasPlace).map(\.name)) }
    var unplacedNames: Set<String> { Set(all.filter { !$0.hasPlace }.map(\.name)) }

    private var all: [Key] { Array(keys.values) + Array(work.keys) }

    /// Whether a stage is the only one of its name and place.
    func isSingle(_ title: String) -> Bool { keys[title].map { key in keys.values.count { $0 == key } == 1 } ?? false }

    private func key(of node: NodeID?, _ edge: EdgeFact?, in log: TraceLog) -> Key {
        let name = node.flatMap(log.stageNameAlone) ?? edge?.plainLabel ?? "?"
        return Key(name: name, place: node.flatMap { log.node($0)?.site } ?? edge?.site)
    }
}
