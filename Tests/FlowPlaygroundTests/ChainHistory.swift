import FlowCore
import FlowModel
import FlowPlayground
import FlowTrace

/// A chain that has run, with its events as lines.
struct ChainHistory {
    let chain: Chain
    let run: ChainRun
    let model: StreamModel
    /// The values that sinks got.
    let outputs: [ChainOutput]

    /// Runs a chain until nothing is left to do, or until `seconds`, with the user's sends at their times.
    init(_ text: String, until seconds: Double? = nil, sends: [(Double, String)] = [], limits: RunLimits = RunLimits()) throws {
        chain = try Chain(text)
        let scheduler = VirtualTimeScheduler()
        let recorder = Recorder(clock: scheduler.clock.traceClock)
        run = ChainRun(chain, scheduler: scheduler, recorder: recorder, limits: limits)
        var model = StreamModel(lanes: chain.lanes)
        var outputs: [ChainOutput] = []
        run.whenOutput = { outputs.append($0) }
        run.start()
        for (time, text) in sends {
            scheduler.advance(to: VirtualTime(seconds: time))
            _ = run.emit(text)
        }
        if let seconds { scheduler.advance(to: VirtualTime(seconds: seconds)) } else { scheduler.run() }
        model.update(from: recorder)
        self.model = model
        self.outputs = outputs
        run.cancel()
        scheduler.removeAll()
    }

    /// The output: `time value`, and how it ended; of several sinks with their names.
    var output: [String] {
        lines { $0.hasPrefix("output") && [.value, .finished, .failure].contains($1) }
            .map {
                $0.hasPrefix("output ") && chain.lanes.count(where: { $0.name.hasPrefix("output") }) == 1
                    ? String($0.dropFirst(7)) : $0
            }
    }

    /// Every event of some lanes and kinds: `lane time kind value`.
    func lines(where isWanted: (_ lane: String, SignalKind) -> Bool) -> [String] {
        model.log.entries.compactMap { entry in
            guard let lane = model.laneName(of: entry), isWanted(lane, entry.kind) else { return nil }
            var line = "\(lane) \(entry.time)"
            if entry.kind != .value { line += " \(entry.kind.name)" }
            if let value = model.log.value(of: entry) { line += " \(value)" }
            if let demand = entry.event.demand { line += " \(demand)" }
            if let reason = entry.event.dropReason { line += " (\(reason.name))" }
            return line
        }
    }
}
