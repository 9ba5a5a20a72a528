import FlowTrace

/// The verdict on all time up to the moment.
extension FlowReporter {
    /// What held over the whole run, the worst first.
    ///
    /// - Parameter present: What holds now (``verdict``).
    func run(beside present: Verdict) -> Verdict {
        if let unseen { return unseen }
        if let cause = gravestCause(.run) { return verdict(on: cause) }
        if let ending { return ending }
        guard isDemandKnown else { return .unknown(lack ?? missing.first ?? .demand) }
        return stall ?? leak ?? dropOfRun ?? silence(present) ?? holdOfRun ?? join ?? waitOfRun(present) ?? flow(.run)
    }

    /// How long the pipeline has been there, in nanoseconds.
    var life: UInt64 { now - min(now, max(began, gapEnd?.nanoseconds ?? 0)) }

    // MARK: Over

    /// The verdict on a pipeline whose sinks have all ended.
    var ending: Verdict? {
        let links = exits
        guard !links.isEmpty, links.allSatisfy({ $0.life == .over }),
            let last = links.compactMap(\.end).max(by: { $0.time < $1.time })
        else { return nil }
        // A moment has no shares of time.
        let blame = window > 0 ? blame(.run) : nil
        // Beside a failure, it would read as its cause.
        let burst = blame == nil && last.kind != .failure ? EarlyBurst.found(by: self) : nil
        let silent = SilentDebounce.found(by: self)
        let end = Verdict.End(
            kind: last.kind, time: TraceTime(nanoseconds: last.time), leak: leaks(isNow: false).first.map(leak),
            blame: blame?.blame ?? silent.map { .cause($0.cause) }, join: joinWait?.join, losses: losses,
            limits: RateLimit.all(in: self), burst: burst, late: lateSinks,
            endedSubject: endedSubject)
        let kind: Verdict.Kind = last.kind == .failure ? .failed : last.kind == .cancel ? .cancelled : .finished
        return Verdict(kind, culprit: (blame?.stage ?? silent?.stage).map(id), .ended(end))
    }

    /// The subscriptions that lead to sinks.
    var exits: [EdgeMeter] {
        let sinks = Set(judge.order.filter { stages[$0].outputs.isEmpty && stages[$0].meter.outputs.ever == 0 })
        return edges.filter { $0.connects && $0.lower.map(sinks.contains) == true }
    }

    /// What was lost, but for what operators leave out that are there to do so.
    private var losses: [Verdict.Loss] {
        judge.order.flatMap { stage in
            stages[stage].meter.drops.filter { !stages[stage].limitsRate || $0.reason.isFinal }.map {
                Verdict.Loss(stage: stages[stage].place, count: $0.count, values: $0.values, reason: $0.reason)
            }
        }
    }

    /// The sinks that got their end and no value, and subscribed only when all above them was over.
    private var lateSinks: [String] {
        edges.compactMap { edge -> String? in
            guard edge.connects, let sink = edge.lower, stages[sink].outputs.isEmpty, edge.account.values == 0,
                edge.end?.kind == .finished, let began = edge.began, let above = edge.upper, isSubject(above),
                edges.contains(where: { $0.upper == above && ($0.end?.time ?? .max) <= began && $0.end?.kind != .cancel })
            else { return nil }
            return stages[sink].name
        }
    }

    private func isSubject(_ stage: Int) -> Bool {
        [.passthroughSubject, .currentValueSubject].contains(stages[stage].node?.operation)
    }

    /// How long a subject lives at most that ends as soon as it is subscribed, in nanoseconds.
    private static let instant: UInt64 = 1_000_000

    /// The only source, if it is a subject that ended as soon as it was subscribed.
    private var endedSubject: String? {
        let sources = judge.order.filter { stages[$0].inputs.isEmpty }
        guard sources.count == 1, let source = sources.first, stages[source].meter.totals.outgoing == 0,
            isSubject(source)
        else { return nil }
        let links = edges.filter { $0.connects && $0.upper == source }
        let isInstant = links.allSatisfy { link in
            link.end.map { $0.kind == .finished && $0.time <= (link.began ?? 0) + FlowReporter.instant } ?? false
        }
        return isInstant && !links.isEmpty ? stages[source].name : nil
    }

    // MARK: Going on

    /// The stage that lost most, and the stage that made it lose that.
    private var dropOfRun: Verdict? {
        let losing = judge.order.filter { losses(at: $0) > 0 }.max { losses(at: $0) < losses(at: $1) }
        guard let losing else { return SilentDebounce.found(by: self).map(verdict(on:)) }
        let blame = window > 0 ? blame(.run) : nil
        let drop = Verdict.Drop(
            stage: stages[losing].place, count: losses(at: losing), window: nil,
            reasons: stages[losing].meter.drops.filter(\.isLoss).map(\.reason))
        return Verdict(.dropping, culprit: blame.map { id($0.stage) }, .dropping(drop, by: blame?.blame))
    }

    private func losses(at stage: Int) -> Int {
        stages[stage].limitsRate ? 0 : stages[stage].meter.drops.filter(\.isLoss).reduce(0) { $0 + $1.count }
    }

    private var holdOfRun: Verdict? {
        guard window > 0 else { return nil }
        if let found = holdingCause(.run) { return verdict(on: found) }
        guard let culprit = judge.culprit(overall: true) else { return nil }
        return Verdict(.heldBack, culprit: id(culprit), .held(hold(at: culprit, overall: true)))
    }

    /// The source that has been silent for most of the run, and still is.
    private func silence(_ present: Verdict) -> Verdict? {
        guard case .waiting(let wait) = present.reason, let gap = wait.gap, gap >= life / 2 else { return nil }
        return present
    }

    /// A source that was waited for all the time.
    private func waitOfRun(_ present: Verdict) -> Verdict? {
        guard case .waiting(let wait) = present.reason, wait.gap == nil else { return nil }
        return present
    }
}

extension DropReason {
    /// Whether a value was lost at the end of a stream.
    fileprivate var isFinal: Bool { self == .cancelled || self == .error || self == .ended }
}
