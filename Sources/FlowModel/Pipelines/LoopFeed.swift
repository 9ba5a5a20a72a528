import FlowTrace

/// A relation between pipelines: the loops at one place of the program feed the streams of another.
package struct LoopFeed: Hashable, Sendable {
    /// The loops, or the streams.
    package struct End: Hashable, Sendable {
        /// The name of each, without the line and number that tell equal names apart.
        package let name: String
        /// The name of the first one, with them.
        package let title: String
        package let place: SourcePlace?
        /// The edges into the loops, or into the streams, of which the relation is known.
        package let edges: Set<EdgeID>
        /// Their stages.
        package let nodes: Set<NodeID>
        /// Whether they belong to connections, so that a value is written and not sent.
        package let isOfConnection: Bool
        /// Their pipelines, the oldest first.
        package let pipelines: [PipelineID]

        package var count: Int { edges.count }
    }

    package let loop: End
    package let stream: End
    /// The number of all loops at that place in the same pipelines, such as the workers that share a channel.
    package let loopsThere: Int
}

/// The relations of one pipeline.
package struct LoopFeeds: Hashable, Sendable {
    /// The relations of loops that belong to it.
    package var feeds: [LoopFeed] = []
    /// The relations of its streams with loops of other pipelines.
    package var fedBy: [LoopFeed] = []
}

/// The stages of pipelines, counted once for the relations of all.
package struct LoopCounts {
    fileprivate var known: [PipelineID: [LoopStage: Int]] = [:]

    package init() {}
}

extension Pipelines {
    /// The relations of a pipeline that are known after an event.
    ///
    /// - Parameter counts: The stages counted so far, for the relations of further pipelines at the same moment.
    /// - Complexity: O(edges of the pipeline + links), O(1) in a program without links.
    package mutating func loopFeeds(
        of id: PipelineID, in log: TraceLog, upTo sequence: Int = .max, counts: inout LoopCounts
    ) -> LoopFeeds {
        guard !log.loopLinks.isEmpty else { return LoopFeeds() }
        let own = edges(of: id)
        let out = own.flatMap(log.loopLinks.links(fromLoop:))
        let into = own.flatMap(log.loopLinks.links(toStream:)).filter { pipeline(of: $0.loop) != pipeline(of: $0.stream) }
        return LoopFeeds(
            feeds: grouped(out.filter { $0.sequence <= sequence }, in: log, &counts),
            fedBy: grouped(into.filter { $0.sequence <= sequence }, in: log, &counts))
    }

    /// The relations that some links make, one for each pair of places.
    private mutating func grouped(_ links: [LoopLink], in log: TraceLog, _ counts: inout LoopCounts) -> [LoopFeed] {
        let named = links.sorted { ($0.sequence, $0.loop, $0.stream) < ($1.sequence, $1.loop, $1.stream) }.compactMap { link in
            LoopStage(below: link.loop, in: log).flatMap { loop in
                LoopStage(below: link.stream, in: log).map { (link: link, loop: loop, stream: $0) }
            }
        }
        return named.grouped(alike: { [$0.loop, $0.stream] }).map { group in
            let (loops, streams) = (group.map(\.link.loop), group.map(\.link.stream))
            let loop = end(group[0].loop, loops, in: log)
            return LoopFeed(
                loop: loop, stream: end(group[0].stream, streams, in: log),
                loopsThere: max(loop.count, count(of: group[0].loop, in: loop.pipelines, log, &counts)))
        }
    }

    private mutating func end(_ stage: LoopStage, _ edges: [EdgeID], in log: TraceLog) -> LoopFeed.End {
        let pipelines = Set(edges.compactMap { pipeline(of: $0) }).sorted { $0.edge < $1.edge }
        let nodes = edges.compactMap { log.edge($0)?.downstream }
        return LoopFeed.End(
            name: stage.name, title: nodes.first.flatMap(log.stageName) ?? stage.name, place: stage.place, edges: Set(edges),
            nodes: Set(nodes), isOfConnection: nodes.first.flatMap(log.node)?.isOfConnection == true, pipelines: pipelines)
    }

    /// The number of stages like one in some pipelines.
    private mutating func count(
        of stage: LoopStage, in ids: [PipelineID], _ log: TraceLog, _ counts: inout LoopCounts
    ) -> Int {
        ids.reduce(0) { sum, id in
            if counts.known[id] == nil {
                let begun = links(members(of: id)).filter { edges[$0].events > 0 }
                counts.known[id] = begun.compactMap { LoopStage(below: edges[$0].fact.id, in: log) }.reduce(into: [:]) {
                    $0[$1, default: 0] += 1
                }
            }
            return sum + (counts.known[id]?[stage] ?? 0)
        }
    }
}

/// A loop or a stream, by its name and place.
private struct LoopStage: Hashable {
    let name: String
    let place: SourcePlace?

    /// The stage that an edge leads into; `nil` if it is not declared.
    init?(below edge: EdgeID, in log: TraceLog) {
        guard let fact = log.edge(edge), let id = fact.downstream,
            let name = PipelineChain.kind(id, of: fact.valueType, in: log)
        else { return nil }
        self.name = name
        place = log.node(id)?.site
    }
}
