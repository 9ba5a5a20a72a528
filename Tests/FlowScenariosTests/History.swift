import FlowCore
import FlowModel
import FlowScenarios
import FlowTrace
import Testing

/// A headless run's events as lines, so that a test can hold a whole history.
struct History {
    let model: StreamModel
    let run: ScenarioRun
    /// The answers of the controls.
    private(set) var answers: [ControlAnswer?] = []

    /// Runs a variant until `seconds`, performing controls at their times.
    init(_ id: String, _ variant: String, until seconds: Double, numbers: Numbers? = nil, controls: [(Double, Control)] = [])
        throws
    {
        let scenario = try Catalogue.scenario(id)
        run = ScenarioRun(scenario, variant: try Catalogue.variant(variant, of: scenario), numbers: numbers)
        var model = StreamModel(lanes: run.variant.lanes, derivesEvents: run.variant.derivesEvents)
        for (time, control) in controls {
            run.advance(to: TraceTime(seconds: time))
            answers.append(try run.send(control))
        }
        run.advance(to: TraceTime(seconds: seconds))
        model.update(from: run.recorder)
        self.model = model
    }

    /// The contents of a lane's buffer at the end.
    func held(_ lane: String) -> [String] {
        guard let history = model.lanes.first(where: { $0.spec.name == lane }) else { return [] }
        return history.held(after: model.log.entries.count).map { model.text(of: $0.entered) }
    }

    /// `time lane kind value (reason) -> outstanding`, for events of some lanes and kinds; all kinds where none are named.
    func lines(of lanes: Set<String>, kinds: Set<SignalKind> = [], withOutstanding: Bool = false) -> [String] {
        model.log.entries.compactMap { entry in
            guard let lane = model.laneName(of: entry), lanes.contains(lane), kinds.isEmpty || kinds.contains(entry.kind) else {
                return nil
            }
            var line = "\(entry.time) \(lane) \(entry.kind.name)"
            if let value = model.log.value(of: entry) { line += " \(value)" }
            if let demand = entry.event.demand { line += " \(demand)" }
            if let reason = entry.event.dropReason { line += " (\(reason.name))" }
            return withOutstanding ? line + " -> \(model.outstanding(after: entry))" : line
        }
    }

    /// Every event on a lane, with the demand after it where it changes demand.
    var whole: [String] {
        whole(since: 0)
    }

    /// The part of ``whole`` from a time on.
    func whole(since seconds: Double) -> [String] {
        model.log.entries.compactMap { entry in
            guard entry.time >= TraceTime(seconds: seconds), let lane = model.laneName(of: entry) else { return nil }
            return "\(entry.time) \(lane) \(entry.kind.name)" + details(of: entry)
        }
    }

    private func details(of entry: TraceEntry) -> String {
        var text = ""
        if let value = model.log.value(of: entry) { text += " \(value)" }
        if let demand = entry.event.demand { text += " \(demand)" }
        if let reason = entry.event.dropReason { text += " (\(reason.name))" }
        switch entry.kind {
        case .request, .value, .returned: return text + " -> \(model.outstanding(after: entry))"
        default: return text
        }
    }
}

extension ScenarioRun {
    /// Resumes a paused run while time is frozen, pauses it again, and resumes it for good, without an answer each time: the
    /// states that the sink had reported after each.
    func statesOfFrozenResume() throws -> [[String]] {
        var model = StreamModel(lanes: variant.lanes, derivesEvents: variant.derivesEvents)
        func states() -> [String] {
            model.update(from: recorder)
            return model.log.entries.filter { $0.kind == .state }.map { model.text(of: $0.sequence) }
        }
        #expect(try send(Control(.resume)) == nil)
        let frozen = states()
        #expect(try send(Control(.pause)) == nil)
        advance(to: now)
        let paused = states()
        #expect(try send(Control(.resume)) == nil)
        advance(to: now)
        return [frozen, paused, states()]
    }
}
