import FlowGraph
import FlowModel
import FlowTrace

/// The losses of a run that no event records, and the losses that its trace cannot show.
extension RunTally {
    /// Values that wait in a stage whose consumers have all left: they will never be taken.
    struct Stranded {
        let stage: String
        let held: HeldCount
        /// When the last consumer left.
        let left: Moment
    }

    /// Values that wait in a stage and were never requested.
    struct Unread {
        let stage: String
        let held: HeldCount
        /// When the oldest of them came.
        let first: Moment
        /// Whether somebody has subscribed, or made an iterator.
        let isSubscribed: Bool
    }

    /// A publisher that ignores demand and whose input no probe records.
    struct UnobservedSource {
        let stage: String
        let links: [EdgeID]
        /// Whether it keeps the newest value without demand, so that only a newer one replaces it.
        let keepsNewest: Bool
    }

    /// The stages with a name in which values are stranded, in the order of the departures.
    ///
    /// - Complexity: O(edges).
    func stranded(in name: String?, except excepted: [String]) -> [Stranded] {
        holdings(in: name, except: excepted).compactMap { holding in
            let ends = holding.consumers.compactMap { tallies[$0]?.ended }
            guard !ends.isEmpty, ends.count == holding.consumers.count, let left = ends.max() else { return nil }
            return Stranded(stage: holding.stage.title, held: holding.held, left: left)
        }.sorted { $0.left < $1.left }
    }

    /// The named stages with values that were never requested, in the order of the values.
    ///
    /// Finds the streams with values and without an iterator. Subscribers of operators are recorded only where they are traced; a
    /// stream records all its iterators, so only a stream is known to have none.
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
        /// When the oldest of them came.
        let first: Moment?
        /// The links out of it, except those of a stream that had its place before.
        let consumers: [EdgeID]
    }

    private func holdings(in name: String?, except excepted: [String]) -> [Holding] {
        let lives = streamLives
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
                consumers: edges(of: stage, .link).filter { tallies[$0].map { $0.subscribed >= began } ?? false })
        }
    }

    /// The moment at which the upstream of each stage began its present life.
    private var streamLives: [NodeID: Moment] {
        let feeders = facts.keys.compactMap { facts[$0] }.filter { $0.role == .link && tallies[$0.id] != nil }
        return Dictionary(
            feeders.compactMap { fact in fact.downstream.map { ($0, tallies[fact.id]?.began ?? .start) } }, uniquingKeysWith: max)
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
