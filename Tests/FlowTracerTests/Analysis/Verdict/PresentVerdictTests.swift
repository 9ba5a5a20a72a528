import FlowGraph
import FlowModel
import FlowScenarios
import FlowTestSupport
import FlowTrace
import Testing

@testable import FlowText
@testable import FlowVerdict

/// At every event, and just before the next, no verdict and no badge contradicts the counters of that moment.
///
/// Without `FLOWVIZ_LONG`, only every fourth event is judged: judging a moment takes much longer than counting its events.
@Suite("Verdict of the present")
struct PresentVerdictTests {
    /// One variant of one scenario, and the times at which its sink is paused and resumed.
    struct Case: CustomTestStringConvertible, Sendable {
        let scenario: Scenario
        let variant: Variant

        var testDescription: String { "\(scenario.id) \(variant.id)" }

        static let all = Catalogue.scenarios.flatMap { scenario in scenario.variants.map { Case(scenario: scenario, variant: $0) }
        }
    }

    @Test(arguments: Case.all) func `no verdict or badge of a variant contradicts its counters`(test: Case) throws {
        let run = ScenarioRun(test.scenario, variant: test.variant)
        var model = StreamModel(lanes: run.variant.lanes, derivesEvents: run.variant.derivesEvents)
        if run.variant.controls.contains(.pause) {
            for (time, control) in [(3.13, ControlName.pause), (7.4, .resume)] {
                run.advance(to: TraceTime(seconds: time))
                _ = try run.send(Control(control))
            }
        }
        run.advance(to: TraceTime(seconds: 16))
        model.update(from: run.recorder)

        var check = PresentCheck()
        check.hold(model.log, until: TraceTime(seconds: 16)) { model.state(at: $0) }

        #expect(check.contradictions == [])
        #expect(check.moments > 0)
    }

    @Test func `no verdict or badge of a random chain contradicts its counters`() {
        print("FLOWVIZ_SEED=\(String(Rounds.seed, radix: 16))")
        var contradictions: [String] = []
        for number in Rounds.seeds(full: 1_000) {
            let causes = VerdictChain.Cause.allCases
            let chain = VerdictChain(
                seed: Rounds.seed &* 0x9E37_79B9 &+ number, scale: 0.15,
                cause: number % 2 == 0 ? causes[Int(number / 2) % causes.count] : nil)
            let (log, end) = chain.run()
            var check = PresentCheck()
            check.hold(log, until: end) { _ in nil }
            if !check.contradictions.isEmpty { contradictions.append("\(chain)\n    \(check.contradictions[0])") }
        }
        for contradiction in contradictions.prefix(12) { print(contradiction) }
        #expect(contradictions.count == 0)
    }
}

/// The counters of a run, counted independently of its verdicts, and the contradictions between both.
struct PresentCheck {
    private struct Counter {
        var account = EdgeAccount()
        var isLive = false
        var held = 0
        /// The time since which its subscriber has had no demand.
        var closedSince: UInt64 = 0
        /// The time of the last value.
        var last: UInt64?
        var gap: UInt64 = 0
        var isPaused = false
    }

    private(set) var contradictions: [String] = []
    private(set) var moments = 0
    private var counters: [EdgeID: Counter] = [:]
    private var meter = UtilizationMeter()

    /// - Parameter state: Returns the state of the stream after an event, `nil` to derive it from the sinks.
    mutating func hold(_ log: TraceLog, until end: TraceTime, state: (Int) -> LaneState?) {
        let entries = Array(log.entries)
        for (index, entry) in entries.enumerated() {
            meter.fold(entry, in: log)
            fold(entry, in: log)
            guard Rounds.isLong || index % 4 == 0 else { continue }
            let next = index + 1 < entries.count ? entries[index + 1].time : end
            let lane = state(entry.sequence)
            judge(at: entry.time, lane, in: log)
            if next > entry.time { judge(at: TraceTime(nanoseconds: next.nanoseconds - 1), lane, in: log) }
        }
    }

    private mutating func fold(_ entry: TraceEntry, in log: TraceLog) {
        var counter = counters[entry.edge] ?? Counter()
        let wasClosed = counter.account.outstanding == .none
        counter.account.fold(entry.kind, of: entry.event)
        switch entry.kind {
        case .value, .offered:
            let time = entry.time.nanoseconds
            if let last = counter.last, time > last { counter.gap = time - last }
            counter.last = time
            counter.isLive = true
        case .subscribed, .request, .returned: counter.isLive = true
        case .finished, .failure, .cancel: counter.isLive = false
        case .buffered: counter.held += 1
        case .unbuffered: counter.held -= 1
        case .dropped: if log.edge(entry.edge)?.role == .store, !log.isRefusal(entry) { counter.held -= 1 }
        case .state:
            if let state = log.state(of: entry), state == .paused || state == .resumed { counter.isPaused = state == .paused }
        case .note, .causeLink: break
        }
        if !wasClosed || entry.kind == .subscribed || counter.account.outstanding != .none {
            counter.closedSince = entry.time.nanoseconds
        }
        counters[entry.edge] = counter
    }

    private mutating func judge(at time: TraceTime, _ lane: LaneState?, in log: TraceLog) {
        let reports = meter.reportsByPressure(at: time, in: log)
        moments += 1
        for report in reports {
            for claim in claims(against: report, in: log) {
                contradictions.append("at \(time): \(report.verdict.text): \(claim)")
            }
        }
        guard let report = reports.first, let state = lane ?? self.state(in: log) else { return }
        let badge = RunState(state, report, isOver: false)
        if let claim = claim(against: badge, state, report) { contradictions.append("at \(time): badge \(badge): \(claim)") }
    }

    private func claims(against report: PipelineReport, in log: TraceLog) -> [String] {
        let own = counters.filter { belongs($0.key, to: report, in: log) }
        let now = report.time.nanoseconds
        var claims: [String] = []
        if report.verdict.text.contains("no stage holds"), let edge = own.first(where: { $0.value.held > 0 }) {
            claims.append("\(edge.value.held) held at \(edge.key)")
        }
        if report.verdict.reason is SourceWait {
            let source = own.first {
                $0.value.last != nil && log.edge($0.key)?.upstream.map(StageID.node) == report.verdict.culprit
            }
            if let last = source?.value.last, let gap = source?.value.gap, now - last < gap {
                claims.append("sent \(now - last) ago")
            }
        }
        if report.verdict.kind == .flowing {
            let closed = own.first { edge, counter in
                log.edge(edge)?.role == .link && counter.isLive && counter.account.outstanding == .none
                    && now - counter.closedSince >= 1_000_000_000 && log.edge(edge)?.downstream != nil
                    && !isUnawaited(edge, in: log)
            }
            if let closed { claims.append("demand 0 on \(closed.key) since \(closed.value.closedSince)") }
        }
        return claims
    }

    /// Whether the buffer above an edge holds no value beyond its demand.
    private func isUnawaited(_ edge: EdgeID, in log: TraceLog) -> Bool {
        var edge = edge
        for _ in log.edges.indices {
            guard let node = log.edge(edge)?.upstream else { return false }
            let stores = log.edges.filter { $0.upstream == node && $0.role == .store }
            if !stores.isEmpty {
                return log.node(node)?.role == .buffer && stores.allSatisfy { (counters[$0.id]?.held ?? 0) == 0 }
            }
            let above = log.edges.filter { $0.downstream == node && $0.role == .link }
            guard above.count == 1 else { return false }
            edge = above[0].id
        }
        return false
    }

    private func claim(against badge: RunState, _ lane: LaneState, _ report: PipelineReport) -> String? {
        let arrived = (report.lastArrival ?? .zero) + 1_000_000_000
        switch badge {
        case .running: return lane == .live ? nil : "the stream is \(lane)"
        case .paused: return counters.values.contains { $0.isPaused } ? nil : "no sink is paused"
        case .waiting: return lane == .idle || report.lastArrival == nil || arrived <= report.time ? nil : "values arrive"
        case .over, .failed: return lane.isOver ? nil : "the stream is \(lane)"
        }
    }

    private func belongs(_ edge: EdgeID, to report: PipelineReport, in log: TraceLog) -> Bool {
        let fact = log.edge(edge)
        let ids = [fact?.upstream, fact?.downstream].compactMap { $0.map(StageID.node) } + [.below(edge)]
        return report.stages.contains { ids.contains($0.id) }
    }

    /// The state of the subscription that leads to a chain's sink.
    private func state(in log: TraceLog) -> LaneState? {
        let sinks = counters.filter { edge, _ in log.edge(edge)?.downstream.flatMap { log.node($0) }?.role == .sink }
        guard let sink = sinks.first?.value else { return nil }
        return sink.isLive ? .live : sink.account.end == nil ? .idle : nil
    }
}
