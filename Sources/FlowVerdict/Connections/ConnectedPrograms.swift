import FlowModel

/// Follows verdicts from the peers of connections to the programs at the other ends: programs on one machine, with one clock.
///
/// A connection is one if the addresses of both ends say so, and if no other pair of pipelines that lived at the same time has them. Then
/// a peer that takes too little is the other program, and the stage that holds the reads there back is to blame. If that program reads as
/// fast as it can, or if it is unknown, the peer stays to blame.
package struct ConnectedPrograms {
    /// A program, with reports on all its pipelines at one moment.
    package struct Program {
        let process: Int32
        let reports: [PipelineID: PipelineReport]

        package init(process: Int32, reports: [PipelineID: PipelineReport]) { (self.process, self.reports) = (process, reports) }
    }

    /// The end of a connection that a pipeline has.
    private struct Side {
        /// The pipeline, with the index of its program.
        let pipeline: PipelineID
        let end: ConnectionEnd
    }

    /// A stage that holds a pipeline back.
    private struct Holder {
        /// Its pipeline, with the index of its program.
        let pipeline: PipelineID
        let stage: StageReport
    }

    private let programs: [Program]
    private var sides: [PipelineID: Side] = [:]
    private var byPeer: [String: [Side]] = [:]
    private var byOwn: [String: [Side]] = [:]

    /// The smallest share of the time in which a peer took nothing that the reads at the other end must have been held back for.
    private static let leastShare = 0.8
    /// The most connections in a row.
    private static let mostSteps = 16

    package init(_ programs: [Program]) {
        self.programs = programs
        guard programs.contains(where: { $0.reports.values.contains { !$0.connections.isEmpty } }) else { return }
        for (index, program) in programs.enumerated() {
            for (id, report) in program.reports { add(report.connections, of: id.in(index)) }
        }
    }

    private mutating func add(_ ends: [ConnectionEnd], of pipeline: PipelineID) {
        for end in ends {
            let side = Side(pipeline: pipeline, end: end)
            byPeer[end.peer, default: []].append(side)
            if let own = end.own { byOwn[own, default: []].append(side) }
            // Which of several connections a stage waits for is unknown.
            if ends.count == 1 { sides[pipeline] = side }
        }
    }

    /// A report whose verdicts blame the stages of other programs for which the peers of its connections wait.
    ///
    /// - Parameter index: The program of the report.
    package func blaming(_ report: PipelineReport, of id: PipelineID, in index: Int) -> PipelineReport {
        guard !sides.isEmpty else { return report }
        var report = report
        let isOver = report.verdict.ended != nil
        let (present, run) = (beyond(report, id.in(index), isRun: isOver), beyond(report, id.in(index), isRun: true))
        report.verdict = present.flatMap(report.verdict.blaming) ?? report.verdict
        report.run = run.flatMap(report.run.blaming) ?? report.run
        return report
    }

    private func beyond(_ report: PipelineReport, _ id: PipelineID, isRun: Bool) -> StageBeyond? {
        guard let first = holder(of: report, id, isRun: isRun) else { return nil }
        var (last, known): (Holder, Set<PipelineID>) = (first, [id])
        while let next = otherEnd(of: last, isRun: isRun) {
            // Where programs wait for one another in a circle, none of them is to blame alone.
            guard known.insert(next.reads).inserted, known.count <= ConnectedPrograms.mostSteps else { return nil }
            last = next.holder
        }
        guard known.count > 1 else { return nil }
        return StageBeyond(
            last.stage, of: last.pipeline.in(0), process: programs[last.pipeline.program].process, peer: first.stage.name,
            wait: verdict(on: report, isRun: isRun).beyond?.wait)
    }

    private func report(on pipeline: PipelineID) -> PipelineReport? {
        programs[pipeline.program].reports[pipeline.in(0)]
    }

    private func verdict(on report: PipelineReport, isRun: Bool) -> Verdict { isRun ? report.run : report.verdict }

    /// The stage in its own program that holds a pipeline back.
    private func holder(of report: PipelineReport, _ id: PipelineID, isRun: Bool) -> Holder? {
        let verdict = verdict(on: report, isRun: isRun)
        guard verdict.holdsBack, isRun || verdict.ended == nil else { return nil }
        guard let beyond = verdict.beyond else { return report.culprit(of: verdict).map { Holder(pipeline: id, stage: $0) } }
        let pipeline = beyond.pipeline.in(id.program)
        guard let other = self.report(on: pipeline), let stage = other.culprit(of: self.verdict(on: other, isRun: isRun))
        else { return nil }
        return Holder(pipeline: pipeline, stage: stage)
    }

    /// The pipeline that reads, in another program, what a peer gets, and the stage that holds it back; `nil` if it is unknown, or if
    /// its reads were not held back while the peer took nothing.
    private func otherEnd(of peer: Holder, isRun: Bool) -> (reads: PipelineID, holder: Holder)? {
        guard let side = sides[peer.pipeline], side.end.stage == peer.stage.id, side.end.direction == .writes,
            let other = onlyOne(meeting: side.end), let back = onlyOne(meeting: other.end), back.pipeline == peer.pipeline,
            sides[other.pipeline] != nil, other.pipeline.program != peer.pipeline.program,
            let report = report(on: other.pipeline), let holder = holder(of: report, other.pipeline, isRun: isRun),
            let socket = report.stages.first(where: { $0.id == other.end.stage })
        else { return nil }
        let shares = isRun ? (socket.overall, peer.stage.overall) : (socket.recent, peer.stage.recent)
        guard shares.0.heldBack > 0, shares.0.heldBack >= shares.1.busy * ConnectedPrograms.leastShare else { return nil }
        return (other.pipeline, holder)
    }

    /// The other end of a connection; `nil` if there is none or several.
    private func onlyOne(meeting end: ConnectionEnd) -> Side? {
        let near = end.own.map { byPeer[$0] } ?? byOwn[end.peer]
        let found = (near ?? []).filter { $0.end.meets(end) }
        return found.count == 1 ? found[0] : nil
    }
}

extension PipelineID {
    /// The same pipeline, with another number for its program.
    fileprivate func `in`(_ program: Int) -> PipelineID {
        var id = self
        id.program = program
        return id
    }
}
