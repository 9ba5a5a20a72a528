import FlowTrace

/// The rates of values in the last minute before a moment, in slots of five seconds, the oldest first.
public struct RecentValues: Hashable, Sendable {
    /// Values a second out of the sources, and into the sinks.
    public private(set) var rates: (in: [Double], out: [Double])

    public static func == (one: RecentValues, other: RecentValues) -> Bool { one.rates == other.rates }

    public func hash(into hasher: inout Hasher) {
        hasher.combine(rates.in)
        hasher.combine(rates.out)
    }

    init(in sources: [Double], out sinks: [Double]) { rates = (sources, sinks) }

    /// The number of slots.
    public static let count = MinuteCounts.count

    /// The highest rate of both.
    public var top: Double { max(rates.in.max() ?? 0, rates.out.max() ?? 0) }

    public static func + (one: RecentValues, other: RecentValues) -> RecentValues {
        RecentValues(
            in: zip(one.rates.in, other.rates.in).map(+), out: zip(one.rates.out, other.rates.out).map(+))
    }
}

/// The numbers of values in each five seconds of the last minute.
struct MinuteCounts: Hashable, Sendable {
    static let count = 12
    private static let step: UInt64 = 5_000_000_000
    /// A newer slot has a rate once it has lasted this long, in nanoseconds.
    private static let least: UInt64 = 1_000_000_000

    /// A ring of counts, by the slot's number; empty before the first value.
    private var counts: [UInt32] = []
    private var newest: UInt64 = 0

    /// - Complexity: O(1) amortised.
    mutating func add(at time: TraceTime) {
        let slot = time.nanoseconds / MinuteCounts.step
        if counts.isEmpty { (counts, newest) = (Array(repeating: 0, count: MinuteCounts.count), slot) }
        if slot > newest {
            for passed in 1...min(slot - newest, UInt64(MinuteCounts.count)) { counts[index(newest + passed)] = 0 }
            newest = slot
        }
        if slot + UInt64(MinuteCounts.count) > newest { counts[index(slot)] &+= 1 }
    }

    /// Values a second in each slot before a moment, the oldest first; the last slot ends at the moment.
    func rates(at time: TraceTime) -> [Double] {
        let last = time.nanoseconds / MinuteCounts.step
        return (0..<UInt64(MinuteCounts.count)).map { place in
            let back = UInt64(MinuteCounts.count) - 1 - place
            guard last >= back, !counts.isEmpty, last - back <= newest, last - back + UInt64(MinuteCounts.count) > newest else {
                return 0
            }
            let length = back == 0 ? max(MinuteCounts.least, time.nanoseconds % MinuteCounts.step) : MinuteCounts.step
            return Double(counts[index(last - back)]) / (Double(length) / 1e9)
        }
    }

    private func index(_ slot: UInt64) -> Int { Int(slot % UInt64(MinuteCounts.count)) }
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
        return RecentValues(in: MinuteCounts.sum(Array(sources.values)), out: MinuteCounts.sum(sinks))
    }
}

extension MinuteCounts {
    fileprivate static func sum(_ all: [[Double]]) -> [Double] {
        all.reduce(Array(repeating: 0, count: count)) { zip($0, $1).map(+) }
    }
}
