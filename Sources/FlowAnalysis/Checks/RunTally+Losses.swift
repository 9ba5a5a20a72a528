import FlowGraph
import FlowModel
import FlowTrace
import FlowVerdict

/// The losses of a run that no event records, and the losses that its trace cannot show.
extension RunTally {
    /// Values that wait in a stage and will never be taken, and the moment from which on that was so.
    struct Stranded {
        let values: StrandedValues
        let since: Moment
    }

    /// Values that wait in a stage and were never requested.
    struct Unread {
        let stage: String
        let held: HeldCount
        /// The arrival of the oldest of them.
        let first: Moment
        /// Whether there has been a subscriber or an iterator.
        let isSubscribed: Bool
    }

    /// A publisher that ignores demand and whose input no probe records.
    struct UnobservedSource {
        let stage: String
        let links: [EdgeID]
        /// Whether it keeps the newest value without demand, so that only a newer one replaces it.
        let keepsNewest: Bool
    }

    /// The stages with a name in which values are stranded, in the order of the moments.
    ///
    /// - Parameter isOver: Whether the run has ended, so that no consumer that is still there will ask again.
    /// - Complexity: O(edges).
    func stranded(in name: String?, except excepted: [String], isOver: Bool) -> [Stranded] {
        holdings(in: name, except: excepted).compactMap { holding in
            let consumers = holding.consumers.compactMap { tallies[$0] }
            let ends = consumers.compactMap(\.ended)
            if let left = ends.max(), ends.count == consumers.count {
                return Stranded(values: holding.stranded(.consumersLeft), since: left)
            }
            guard isOver, consumers.contains(where: \.hasAsked), let ended = holding.sourcesEnded else { return nil }
            return Stranded(values: holding.stranded(.programEnded), since: ended)
        }.sorted { $0.since < $1.since }
    }

    /// The named stages with values that were never requested, in the order of the values.
    ///
    /// Finds streams with values and without an iterator. A stream records all its iterators, while an operator's subscribers are recorded
    /// only if they are traced. So only a stream is known to have no reader.
    ///
    /// - Complexity: O(edges).
    func unread(in name: String?, except excepted: [String]) -> [Unread] {
        holdings(in: name, except: excepted).compactMap { holding in
            let consumers = holding.consumers.compactMap { tallies[$0] }
            let mayCome = consumers.isEmpty ? holding.stage.stream != nil : consumers.contains { $0.ended == nil }
            guard mayCome, !consumers.contains(where: \.hasAsked), let first = holding.first else { return nil }
            return Unread(
                stage: holding.stage.title, held: holding.held, first: first, isSubscribed: !consumers.isEmpty)
        }.sorted { $0.first < $1.first }
    }

    /// A stage that holds values.
    private struct Holding {
        let stage: RunStage
        let held: HeldCount
        /// The arrival of the oldest of them.
        let first: Moment?
        /// The links out of it, except those of a stream that had its place before.
        let consumers: [EdgeID]
        /// When the last of its sources ended, `nil` if one goes on or none is known. Of a publisher that is not asked; its subscriber may
        /// want no more.
        let sourcesEnded: Moment?

        func stranded(_ reason: StrandedValues.Reason) -> StrandedValues {
            StrandedValues(stage: stage.title, held: held, reason: reason)
        }
    }

    private func holdings(in name: String?, except excepted: [String]) -> [Holding] {
        let (lives, sourceEnds) = (streamLives, sourceEnds)
        return stages.filter { !$0.replays }.compactMap { stage in
            let stores = edges(of: stage, .store).filter { isOf(name, $0, except: excepted) }
            let count = stores.reduce(0) { $0 + held(on: $1).count }
            guard count > 0 else { return nil }
            let isLeast = stores.contains { held(on: $0).isLeast }
            let items = stores.compactMap { tallies[$0]?.held.items.first }
            let began = stage.stream.flatMap { lives[$0] } ?? .start
            return Holding(
                stage: stage, held: HeldCount(count, isLeast: isLeast),
                first: items.map { Moment(time: $0.time, sequence: $0.entered) }.min(),
                consumers: edges(of: stage, .link).filter { tallies[$0].map { $0.subscribed >= began } ?? false },
                sourcesEnded: stage.isOfTasks ? stage.node.flatMap { sourceEnds[$0] } : nil)
        }
    }

    /// The moment at which the upstream of each stage began its present life.
    private var streamLives: [NodeID: Moment] {
        Dictionary(inputs.map { ($0.lower, $0.tally.began) }, uniquingKeysWith: max)
    }

    /// The end of the last source above each stage whose sources have all ended. An input that goes on, though they have, only waits for
    /// demand.
    ///
    /// - Complexity: O(links).
    private var sourceEnds: [NodeID: Moment] {
        var (ends, open, below): ([NodeID: Moment], [NodeID: Int], [NodeID: [NodeID]]) = ([:], [:], [:])
        for input in inputs {
            ends[input.lower] = max(ends[input.lower] ?? .start, input.tally.ended ?? .start)
            guard input.tally.ended == nil else { continue }
            open[input.lower, default: 0] += 1
            if let upper = input.upper { below[upper, default: []].append(input.lower) }
        }
        var settled = ends.keys.filter { open[$0] == nil }
        while let upper = settled.popLast() {
            for lower in below[upper] ?? [] {
                ends[lower] = [ends[lower], ends[upper]].compactMap(\.self).max()
                open[lower, default: 0] -= 1
                if open[lower] == 0 {
                    open[lower] = nil
                    settled.append(lower)
                }
            }
        }
        return ends.filter { open[$0.key] == nil }
    }

    /// The links into stages with the stage above, if it is known.
    private var inputs: [(upper: NodeID?, lower: NodeID, tally: EdgeTally)] {
        facts.keys.compactMap { facts[$0] }.compactMap { fact in
            guard fact.role == .link, let lower = fact.downstream, let tally = tallies[fact.id] else { return nil }
            return (fact.upstream, lower, tally)
        }
    }

    /// The named links out of each publisher that ignores demand and whose input is not recorded. An explicit probe would record
    /// it, as does a traced upstream of a subject.
    ///
    /// - Complexity: O(edges).
    func unobservedSources(in name: String?, except excepted: [String]) -> [UnobservedSource] {
        let fed = Set(facts.keys.compactMap { facts[$0] }.filter { $0.role == .link }.compactMap(\.downstream))
        return stages.compactMap { stage in
            guard stage.sendsUnasked, edges(of: stage, .source).isEmpty else { return nil }
            let links = edges(of: stage, .link).filter { edge in
                isOf(name, edge, except: excepted) && !(facts[edge]?.upstream.map(fed.contains) ?? false)
            }
            return links.isEmpty ? nil : UnobservedSource(stage: stage.title, links: links, keepsNewest: stage.keepsNewest)
        }
    }

    /// The named stages in which a newer sequence has replaced another, whose values may have been discarded.
    ///
    /// - Complexity: O(edges × such stages).
    func discarding(in name: String?, except excepted: [String]) -> [String] {
        stages.filter { stage in
            guard let node = stage.discarding, edges(of: stage, .link).contains(where: { isOf(name, $0, except: excepted) })
            else { return false }
            // One input brings the sequences.
            return facts.keys.count { facts[$0]?.downstream == node && tallies[$0] != nil } > 2
        }.map(\.title)
    }

    /// Whether an edge belongs to the named stage, and to none of the excepted ones.
    func isOf(_ name: String?, _ edge: EdgeID, except excepted: [String]) -> Bool {
        isOf(name, edge) && !excepted.contains { isOf($0, edge) }
    }

    private func edges(of stage: RunStage, _ role: EdgeFact.Role) -> [EdgeID] {
        stage.edges.filter { facts[$0]?.role == role && tallies[$0] != nil }
    }
}
