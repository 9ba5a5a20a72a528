import FlowTrace

/// The rates of values in the last minute before a moment, in slots of five seconds, the oldest first.
public struct RecentValues: Hashable, Sendable {
    /// Values a second out of the sources.
    public let sources: [Double]
    /// Values a second into the sinks.
    public let sinks: [Double]

    /// The number of slots.
    public static let count = MinuteCounts.count

    /// The highest rate of both.
    public var top: Double { max(sources.max() ?? 0, sinks.max() ?? 0) }

    public static func + (one: RecentValues, other: RecentValues) -> RecentValues {
        RecentValues(sources: zip(one.sources, other.sources).map(+), sinks: zip(one.sinks, other.sinks).map(+))
    }
}

/// The numbers of values in each five seconds of the last minute.
struct MinuteCounts: Hashable, Sendable {
    private enum FiveSeconds: CountSlots {
        static let length: UInt64 = 5_000_000_000
        static let count = 12
    }

    static let count = FiveSeconds.count
    /// A newer slot has a rate once it has lasted this long, in nanoseconds.
    private static let least: UInt64 = 1_000_000_000

    private var ring = CountRing<FiveSeconds>()

    mutating func add(at time: TraceTime) { ring.add(at: time) }

    /// Values a second in each slot before a moment, the oldest first; the last slot ends at the moment.
    func rates(at time: TraceTime) -> [Double] {
        let last = time.nanoseconds / FiveSeconds.length
        return (0..<UInt64(MinuteCounts.count)).map { place in
            let back = UInt64(MinuteCounts.count) - 1 - place
            guard last >= back, ring.slots?.contains(last - back) == true else { return 0 }
            let length = back == 0 ? max(MinuteCounts.least, time.nanoseconds % FiveSeconds.length) : FiveSeconds.length
            return ring[last - back] / (Double(length) / 1e9)
        }
    }
}

extension Pipelines {
    /// The rates of a pipeline in the last minute; `nil` for an unknown one. A value sent to several subscribers counts once.
    ///
    /// - Parameters:
    ///   - id: The pipeline.
    ///   - time: The moment, not before the last event counted.
    public mutating func recentValues(of id: PipelineID, at time: TraceTime) -> RecentValues? {
        let members = members(of: id)
        guard !members.isEmpty else { return nil }
        var sources: [NodeID?: [Double]] = [:]
        for index in members where isEntry(index) {
            let (node, rates) = (edges[index].fact.upstream, edges[index].minute.rates(at: time))
            sources[node] = sources[node].map { zip($0, rates).map(max) } ?? rates
        }
        let sinks = members.filter { isExit($0) && !isStored($0) }.map { edges[$0].minute.rates(at: time) }
        return RecentValues(sources: MinuteCounts.sum(Array(sources.values)), sinks: MinuteCounts.sum(sinks))
    }
}

extension MinuteCounts {
    fileprivate static func sum(_ all: [[Double]]) -> [Double] {
        all.reduce(Array(repeating: 0, count: count)) { zip($0, $1).map(+) }
    }
}
