import FlowModel
import FlowTrace
import FlowWords

/// Loops of one pipeline that feed streams of another, from the side of either.
package struct LoopRelation: Hashable, Sendable {
    package let feed: LoopFeed
    /// Whether the loops are of the pipeline itself.
    package let isOwnLoop: Bool
    /// The verdict on the other pipeline in a few words, if something is wrong there.
    private let beyond: String?

    init(_ feed: LoopFeed, isOwnLoop: Bool, beyond: String? = nil) {
        (self.feed, self.isOwnLoop, self.beyond) = (feed, isOwnLoop, beyond)
    }

    /// The pipelines at the other end.
    package var pipelines: [PipelineID] { (isOwnLoop ? feed.stream : feed.loop).pipelines }

    /// The edges of the pipeline itself: into its loops, or into its streams.
    package var edges: Set<EdgeID> { (isOwnLoop ? feed.loop : feed.stream).edges }

    /// `for await at Service.swift:9 feeds AsyncStream<Int> at Service.swift:20 (concluded: same task)`.
    package var text: String {
        let verb = isOwnLoop ? feed.loop.count == 1 ? "feeds" : "feed" : feed.stream.count == 1 ? "is fed by" : "are fed by"
        return "\(isOwnLoop ? loops : streams) \(verb) \(other)"
    }

    /// The other end: `AsyncStream<Int> at Service.swift:20 (concluded: same task)`.
    package var other: String {
        "\(isOwnLoop ? streams : loops) (concluded: same task)\(beyond.map { "; there: \($0)" } ?? "")"
    }

    /// `for await at Service.swift:9`, `at least 1 of 4 loops at Service.swift:9`.
    private var loops: String {
        let (known, all) = (feed.loop.count, feed.loopsThere)
        guard all > 1 else { return LoopRelation.text(of: feed.loop) }
        let count = known == all ? "\(all) loops" : "at least \(known) of \(all) loops"
        return feed.loop.place.map { "\(count) at \(LoopRelation.text(of: $0))" } ?? count
    }

    /// `AsyncStream<Int> at Service.swift:20`, `40 streams of Service.swift:20`.
    private var streams: String {
        guard feed.stream.count > 1 else { return LoopRelation.text(of: feed.stream) }
        let count = "\(feed.stream.count) streams"
        return feed.stream.place.map { "\(count) of \(LoopRelation.text(of: $0))" } ?? count
    }

    private static func text(of end: LoopFeed.End) -> String { end.place.map { "\(end.name) at \(text(of: $0))" } ?? end.title }

    private static func text(of place: SourcePlace) -> String { place.location?.short ?? place.short }
}

extension LoopRelation {
    /// The most relations of a pipeline to name.
    private static let listed = 4

    /// The most relations beside a verdict.
    private static let mostBeside = 2

    /// The relations in words, a sentence each.
    static func texts(of relations: [LoopRelation]) -> [String] {
        guard relations.count > listed else { return relations.map(\.text) }
        let rest = relations.count - listed + 1
        return relations.prefix(listed - 1).map(\.text) + ["\(rest) more such links between loops and streams"]
    }

    /// The relations in a line; `nil` if there are none.
    static func line(of relations: [LoopRelation]) -> String? {
        let rest = relations.count - mostBeside
        let texts = relations.prefix(mostBeside).map(\.text) + (rest > 0 ? ["\(rest) more such"] : [])
        return texts.isEmpty ? nil : texts.joined(separator: "; ")
    }
}

extension [PipelineReport] {
    /// The reports with the relations of their pipelines that are known after an event.
    ///
    /// - Parameters:
    ///   - ids: The pipeline of each report.
    ///   - pipelines: All pipelines.
    ///   - isRun: Whether the whole run is judged instead of the moment.
    package func relating(
        _ ids: [PipelineID], of pipelines: inout Pipelines, in log: TraceLog, upTo sequence: Int = .max, isRun: Bool = false
    ) -> [PipelineReport] {
        guard !log.loopLinks.isEmpty else { return self }
        let verdicts = Dictionary(uniqueKeysWithValues: zip(ids, map { isRun ? $0.run : $0.verdict }))
        var counts = LoopCounts()
        let feeds = ids.map { pipelines.loopFeeds(of: $0, in: log, upTo: sequence, counts: &counts) }
        let beyond = StagesBeyond(
            reports: Dictionary(uniqueKeysWithValues: zip(ids, self)),
            feeds: Dictionary(uniqueKeysWithValues: zip(ids, feeds.map(\.feeds))))
        return indices.map { index in
            let (id, feeds) = (ids[index], feeds[index])
            var report = beyond.blaming(self[index], of: id)
            report.loops =
                feeds.feeds.map { LoopRelation($0, isOwnLoop: true, beyond: verdicts.trouble(of: $0.stream, from: id)) }
                + feeds.fedBy.map { feed in
                    LoopRelation(
                        feed, isOwnLoop: false, beyond: verdicts.trouble(of: feed.loop, from: id, except: feed.loop.nodes))
                }
            return report
        }
    }
}

extension Pipelines {
    /// The most other pipelines whose verdicts the relations of one name.
    private static let mostNeighbours = 8

    /// The pipelines whose verdicts the relations of one may name.
    package mutating func neighbours(of id: PipelineID, in log: TraceLog, upTo sequence: Int) -> [PipelineID] {
        var counts = LoopCounts()
        var found: [PipelineID] = []
        var open = [id]
        while !open.isEmpty, found.count < Pipelines.mostNeighbours {
            let next = open.removeFirst()
            let feeds = loopFeeds(of: next, in: log, upTo: sequence, counts: &counts)
            // Of further pipelines only the fed ones: a verdict goes on to them.
            let ends = feeds.feeds.map(\.stream) + (next == id ? feeds.fedBy.map(\.loop) : [])
            for end in ends where end.pipelines.count == 1 && end.pipelines[0] != id && !found.contains(end.pipelines[0]) {
                found.append(end.pipelines[0])
                open.append(end.pipelines[0])
            }
        }
        return Array(found.prefix(Pipelines.mostNeighbours))
    }
}

extension [PipelineID: Verdict] {
    /// The verdict on the one pipeline at the other end of a relation in a few words, if something is or was wrong there.
    ///
    /// - Parameter known: Stages whose blame says nothing new: a loop is held back by the streams that it feeds.
    fileprivate func trouble(of end: LoopFeed.End, from id: PipelineID, except known: Set<NodeID> = []) -> String? {
        guard end.pipelines.count == 1, end.pipelines[0] != id, let verdict = self[end.pipelines[0]] else { return nil }
        if case .node(let node)? = verdict.culprit, known.contains(node) { return nil }
        return switch verdict.kind {
        case .heldBack, .dropping, .leakingDemand, .unread, .failed, .stalled: verdict.brief
        case .finished, .cancelled: verdict.ended?.blame?.facts.words.brief
        case .flowing, .waitingForSource, .unknown: nil
        }
    }
}
