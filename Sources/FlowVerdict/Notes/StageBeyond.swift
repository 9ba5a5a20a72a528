import FlowModel
import FlowTrace
import FlowWords

/// A stage of another pipeline that is to blame: a loop waits in a send or a write of the stream that it feeds, and that stream is
/// held back; or what is written to a connection is not read at its other end, in another program.
package struct StageBeyond: Hashable, Sendable {
    /// The call in which a loop waits.
    enum Call: String, Hashable, Sendable {
        case send, write
    }

    /// The wait of a loop in a call.
    struct Wait: Hashable, Sendable {
        let call: Call
        /// The share of the loop's time between two values that it waits.
        let share: Double
        /// Whether the loop waits now.
        let isOpen: Bool
    }

    /// The name of the stage.
    package let name: String
    /// The stage's place; `nil` if unknown.
    package let place: SourcePlace?
    package let pipeline: PipelineID
    /// The process of the stage; `nil` for the process of the verdict.
    package let process: Int32?
    /// A few words on the other pipeline: `held back by peer 10.0.0.1:80`.
    let brief: String
    /// `nil` if the verdict's own stage is the peer of a connection.
    let wait: Wait?
    /// The peer of the connection that leads to another process; `nil` for none.
    let peer: String?

    /// From this share on, the loop waits all the time.
    private static let whole = 0.95

    /// How a stage waits for it: `for await:37 waits in its write`, `for await:37 waited in its write to peer 10.0.0.1:80 for 83 % of
    /// that time`; if that stage is a peer, its name.
    func link(from stage: String, isPast: Bool = false) -> String {
        guard let wait else { return peer ?? stage }
        let part = wait.share < StageBeyond.whole ? " for \(Percent.text(wait.share)) of that time" : ""
        let verb = isPast || !part.isEmpty ? "waited" : "waits"
        return "\(stage) \(verb) in its \(wait.call)\(peer.map { " to \($0)" } ?? "")\(part)"
    }
}

extension StageBeyond {
    /// A stage of a stream that a loop feeds.
    init(_ stage: StageReport, of pipeline: PipelineID, wait: Wait) {
        self.init(
            name: stage.name, place: stage.place, pipeline: pipeline, process: nil, brief: SlowStage.brief(stage.name),
            wait: wait,
            peer: nil)
    }

    /// A stage in another process, at the other end of a connection: `held back by for await at Client.swift:20 in process 4712`.
    init(_ stage: StageReport, of pipeline: PipelineID, process: Int32, peer: String, wait: Wait?) {
        let place = stage.place?.location.map { " at \($0.short)" }
        let name = place == nil ? stage.name : stage.ownName
        self.init(
            name: stage.name, place: stage.place, pipeline: pipeline, process: process,
            brief: "\(SlowStage.brief(name))\(place ?? "") in process \(process)", wait: wait, peer: peer)
    }

    /// The same stage, for which another loop waits.
    fileprivate func awaited(by wait: Wait) -> StageBeyond {
        StageBeyond(name: name, place: place, pipeline: pipeline, process: process, brief: brief, wait: wait, peer: peer)
    }
}

/// Follows verdicts from the loops of pipelines to the streams that they feed.
struct StagesBeyond {
    let reports: [PipelineID: PipelineReport]
    /// The relations of each pipeline's own loops.
    let feeds: [PipelineID: [LoopFeed]]

    /// The smallest share of a loop's busy time, spent in sends, at which the stream is to blame instead.
    private static let leastShare = 0.8
    /// The most pipelines in a row.
    private static let mostSteps = 16

    /// A report whose verdicts blame the stages for which its loops wait.
    func blaming(_ report: PipelineReport, of id: PipelineID) -> PipelineReport {
        var report = report
        report.verdict = stage(behind: id, \.verdict).flatMap(report.verdict.blaming) ?? report.verdict
        report.run = stage(behind: id, \.run).flatMap(report.run.blaming) ?? report.run
        return report
    }

    /// The stage for which the culprit of a pipeline waits, through as many pipelines as wait for one another; `nil` if it waits
    /// for none, or if it is unknown for which.
    private func stage(
        behind id: PipelineID, _ verdict: (PipelineReport) -> Verdict, after known: Set<PipelineID> = []
    ) -> StageBeyond? {
        guard known.count < StagesBeyond.mostSteps, let report = reports[id], let sending = sending(of: verdict, in: report)
        else { return nil }
        let judged = verdict(report)
        guard case .node(let loop)? = judged.culprit else { return nil }
        let fed = (feeds[id] ?? []).filter { $0.loop.nodes.contains(loop) && $0.loop.count >= $0.loopsThere }
        let known = known.union([id])
        let found = fed.compactMap { feed -> StageBeyond? in
            guard feed.stream.pipelines.count == 1, let next = feed.stream.pipelines.first, !known.contains(next),
                let other = reports[next], verdict(other).holdsBack, let culprit = other.culprit(of: verdict(other))
            else { return nil }
            let wait = StageBeyond.Wait(
                call: feed.stream.isOfConnection ? .write : .send, share: sending.share, isOpen: sending.isOpen)
            return stage(behind: next, verdict, after: known)?.awaited(by: wait) ?? StageBeyond(culprit, of: next, wait: wait)
        }
        return found.count == 1 ? found[0] : nil
    }

    /// The waits of the culprit of a verdict in sends; `nil` if the verdict does not go on to them.
    private func sending(of verdict: (PipelineReport) -> Verdict, in report: PipelineReport) -> (share: Double, isOpen: Bool)? {
        let judged = verdict(report)
        guard judged.holdsBack, let sending = report.culprit(of: judged)?.sending else { return nil }
        if judged.kind == .stalled, !sending.isOpen { return nil }
        let share = judged.isOfMoment ? sending.recent : sending.overall
        return share >= StagesBeyond.leastShare ? (share, sending.isOpen) : nil
    }
}

extension Verdict {
    /// Whether its culprit holds others back, or did in the life that it judges.
    var holdsBack: Bool { culprit != nil && [.heldBack, .stalled].contains(ended?.blame?.facts.kind ?? kind) }

    /// Whether it judges the last seconds, as opposed to a whole life.
    fileprivate var isOfMoment: Bool { (reason as? SlowStage)?.window != nil || kind == .stalled }
}
