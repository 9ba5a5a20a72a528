import FlowTrace

/// The calls that deliver values to stages. A stage is busy until the call returns, or the stage passes the value on.
extension UtilizationMeter {
    /// Records the delivery of a value in a call whose end will be recorded.
    mutating func enterCall(_ index: Int) {
        edges[index].calls.open += 1
        guard edges[index].calls.open == 1 else { return }
        edges[index].calls.began = now
        if let stage = calledStage(index) { stages[stage].enterCall() }
    }

    /// Counts the calls that have returned before an event.
    mutating func endCalls(before sequence: Int, in log: TraceLog) {
        for end in log.callEnds(after: callEnds) {
            guard end.position < sequence else { return }
            leaveCall(end)
            callEnds = end.number
        }
    }

    /// The meter after the calls that returned by a time, and that time or, if later, the time of the last event.
    func settled(at time: TraceTime?, in log: TraceLog) -> (meter: UtilizationMeter, now: UInt64) {
        let ends = unsettledEnds(by: time, in: log)
        let meter = after(ends)
        return (meter, max(time?.nanoseconds ?? 0, meter.now))
    }

    /// The ends of calls since the last event, up to a time.
    func unsettledEnds(by time: TraceTime?, in log: TraceLog) -> [CallEnd] {
        let last = max(time?.nanoseconds ?? .max, now)
        return Array(log.callEnds(after: callEnds).prefix { $0.position <= folded && $0.time <= last })
    }

    /// The meter after some ends of calls. Without any it is not copied.
    func after(_ ends: [CallEnd]) -> UtilizationMeter {
        guard let last = ends.last else { return self }
        var meter = self
        for end in ends { meter.leaveCall(end) }
        meter.callEnds = last.number
        return meter
    }

    private mutating func leaveCall(_ end: CallEnd) {
        now = max(now, end.time)
        guard let index = self.index(of: end.edge), edges[index].calls.open > 0 else { return }
        edges[index].calls.open -= 1
        let began = edges[index].calls.began
        guard edges[index].calls.open == 0, let stage = stageBelow(index) else { return }
        stages[stage].settle(to: now)
        stages[stage].leaveCall(after: now - min(now, began))
    }

    @inline(__always)
    private func stageBelow(_ index: Int) -> Int? { edges[index].isInner ? nil : edges[index].lower }

    /// The stage to which an open call on an edge delivers a value; `nil` without such a call.
    @inline(__always)
    func calledStage(_ index: Int) -> Int? { edges[index].calls.open > 0 ? stageBelow(index) : nil }

    /// Moves the open calls of an edge whose downstream stage has changed.
    mutating func moveCall(_ index: Int, from stage: Int?) {
        let called = calledStage(index)
        guard called != stage else { return }
        if let stage {
            stages[stage].settle(to: now)
            stages[stage].leaveCall(after: nil)
        }
        if let called {
            stages[called].settle(to: now)
            stages[called].enterCall()
        }
    }
}
