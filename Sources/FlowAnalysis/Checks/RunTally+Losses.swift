import FlowGraph
import FlowModel
import FlowTrace
import FlowVerdict

/// The losses of a run that no event records, and the losses that its trace cannot show.
extension RunTally {
    /// A loss, with the moment that made it certain.
    typealias Finding = (moment: Moment, fact: CheckFailure.Fact)

    /// The losses of the stages that an expectation covers, without its exceptions, in order of the first loss.
    ///
    /// - Complexity: O(edges).
    func losses(against expectation: Expectation) -> [Finding] {
        let losing = tallies.keys.filter { tallies[$0]?.losses.isEmpty == false }
        let subscribers = losing.isEmpty ? [:] : subscribers
        var found: [String: StageLoss] = [:]
        for edge in losing where isCovered(edge, by: expectation) {
            let name = name(of: edge)
            for (reason, lost) in tallies[edge]?.losses ?? [:]
            where lost.count > 0 && !(expectation.passesSuperseded && lost.isByDesign(reason)) {
                let first = lost.first
                var loss = found[name] ?? StageLoss(stage: name, sequence: .max, time: first.moment.time)
                loss.counts[reason] += lost.count
                loss.leavesOut = lost.leavesOut
                loss.miss(lost.count, at: subscribers[edge])
                if first.moment.sequence < loss.sequence {
                    (loss.sequence, loss.time, loss.first) = (first.moment.sequence, first.moment.time, first.value)
                }
                found[name] = loss
            }
        }
        return found.values.sorted { $0.sequence < $1.sequence }
            .map { (Moment(time: $0.time, sequence: $0.sequence), .lost($0)) }
    }

    /// The share of some links' lifetime that passed without demand; `nil` if there always was demand.
    private func shareUnasked(of edges: [EdgeID], until end: TraceTime) -> Double? {
        let all = edges.compactMap { tallies[$0]?.unasked.ended(at: end) }
        guard all.contains(where: \.wasUnasked) else { return nil }
        let lived = all.reduce(0) { $0 + Double($1.lived) }
        return lived > 0 ? all.reduce(0) { $0 + Double($1.unasked) } / lived : 0
    }

    /// The stages with values that will never be taken, in the order of the moments that made this certain.
    ///
    /// - Parameter isOver: Whether the run has ended, so that no remaining consumer will request again.
    /// - Complexity: O(edges).
    func stranded(against expectation: Expectation, isOver: Bool) -> [Finding] {
        holdings(against: expectation).compactMap { holding -> Finding? in
            let consumers = holding.consumers.compactMap { tallies[$0] }
            let ends = consumers.compactMap(\.ended)
            if let left = ends.max(), ends.count == consumers.count {
                return (left, holding.stranded(.consumersLeft))
            }
            guard isOver, consumers.contains(where: \.hasAsked), let ended = holding.sourcesEnded else { return nil }
            return (ended, holding.stranded(.programEnded))
        }.sorted { $0.moment < $1.moment }
    }

    /// The stages with values that were never requested, in the order of the values.
    ///
    /// A stage without recorded consumers counts only if it is a stream. A stream records all its iterators, but an operator's
    /// subscribers are recorded only if they are traced.
    ///
    /// - Complexity: O(edges).
    func unread(against expectation: Expectation) -> [Finding] {
        holdings(against: expectation).compactMap { holding -> Finding? in
            let consumers = holding.consumers.compactMap { tallies[$0] }
            let mayCome = consumers.isEmpty ? holding.stage.isStream : consumers.contains { $0.ended == nil }
            guard mayCome, !consumers.contains(where: \.hasAsked), let first = holding.first else { return nil }
            return (first, .unread(holding.held, at: holding.stage.title, isSubscribed: !consumers.isEmpty))
        }.sorted { $0.moment < $1.moment }
    }

    /// A stage that holds values.
    private struct Holding {
        let stage: RunStage
        let held: HeldCount
        /// The arrival of the oldest held value.
        let first: Moment?
        /// The links out of it, except those of an earlier stream in its place.
        let consumers: [EdgeID]
        /// The end of its last source; `nil` if a source is live or none is known. Always `nil` for a publisher, whose subscriber
        /// may want no more values.
        let sourcesEnded: Moment?

        func stranded(_ reason: StrandedValues.Reason) -> CheckFailure.Fact {
            .stranded(StrandedValues(stage: stage.title, held: held, reason: reason))
        }
    }

    private func holdings(against expectation: Expectation) -> [Holding] {
        let (lives, sourceEnds) = (streamLives, sourceEnds)
        return stages.filter { !$0.replays }.compactMap { stage in
            let stores = edges(of: stage, .store).filter { isCovered($0, by: expectation) }
            let count = stores.reduce(0) { $0 + held(on: $1).count }
            guard count > 0 else { return nil }
            let isLeast = stores.contains { held(on: $0).isLeast }
            let items = stores.compactMap { tallies[$0]?.book.held.items.first }
            let began = (stage.isStream ? stage.node : nil).flatMap { lives[$0.id] } ?? .start
            return Holding(
                stage: stage, held: HeldCount(count, isLeast: isLeast),
                first: items.map { Moment(time: $0.time, sequence: $0.entered) }.min(),
                consumers: edges(of: stage, .link).filter { tallies[$0]?.book.times.subscribed ?? .start >= began },
                sourcesEnded: stage.isOfTasks ? stage.node.flatMap { sourceEnds[$0.id] } : nil)
        }
    }

    /// The moment at which the upstream of each stage began its current life.
    private var streamLives: [NodeID: Moment] {
        let successors = inputs.filter(\.book.times.isSuccessor)
        return Dictionary(successors.map { ($0.lower, $0.book.times.subscribed ?? .start) }, uniquingKeysWith: max)
    }

    /// The end of the last source above each stage whose sources have all ended. An input that is still live after their ends
    /// only waits for demand.
    ///
    /// - Complexity: O(links).
    private var sourceEnds: [NodeID: Moment] {
        var (ends, open, below): ([NodeID: Moment], [NodeID: Int], [NodeID: [NodeID]]) = ([:], [:], [:])
        for input in inputs {
            let ended = input.book.times.end?.moment
            ends[input.lower] = max(ends[input.lower] ?? .start, ended ?? .start)
            guard ended == nil else { continue }
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

    /// The observed links into stages, with the stage above if known.
    var inputs: [(edge: EdgeID, upper: NodeID?, lower: NodeID, book: EdgeBook)] {
        facts.compactMap { fact in
            guard fact.role == .link, let lower = fact.downstream, let tally = tallies[fact.id] else { return nil }
            return (fact.id, fact.upstream, lower, tally.book)
        }
    }

    /// The publishers that ignore demand and have no recorded input, if they lacked demand for a while. An explicit probe or the
    /// traced upstream of a subject would record the input.
    ///
    /// - Complexity: O(edges).
    func unasked(against expectation: Expectation, until end: TraceTime) -> [CheckFailure.Fact] {
        let fed = Set(graph.edges.filter { $0.role == .link }.compactMap(\.downstream))
        return stages.compactMap { stage -> CheckFailure.Fact? in
            guard stage.sendsUnasked, edges(of: stage, .source).isEmpty, !(stage.node.map { fed.contains($0.id) } ?? false),
                !(stage.keepsNewest && expectation.passesSuperseded)
            else { return nil }
            let links = edges(of: stage, .link).filter { isCovered($0, by: expectation) }
            return shareUnasked(of: links, until: end).map { .unasked(stage.title, share: $0) }
        }
    }

    /// The stages in which a newer sequence has replaced another, whose values may have been discarded.
    ///
    /// - Complexity: O(edges × such stages).
    func discarding(against expectation: Expectation) -> [CheckFailure.Fact] {
        stages.filter { stage in
            guard stage.discards, edges(of: stage, .link).contains(where: { isCovered($0, by: expectation) }) else {
                return false
            }
            // One input delivers the sequences, and each other input the values of one.
            return graph.edges.count { $0.downstream == stage.node?.id && tallies[$0.id] != nil } > 2
        }.map { .discarding($0.title) }
    }
}
