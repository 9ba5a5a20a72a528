/// The stages of a program that a viewer may hold, and the viewers that hold them.
///
/// Each hold ends at its deadline, with its viewer's connection, or with the stage, whichever is first. A stage has one holder.
/// The thread that serves the viewers calls `obey`, `leave` and `settle`; any thread makes and removes
/// gates.
package final class GateTable: Sendable {
    private struct Hold {
        let viewer: UInt64
        let deadline: UInt64
        let gate: StageGate
    }

    private struct State {
        var gates: [UInt64: StageGate] = [:]
        var holds: [UInt64: Hold] = [:]

        mutating func removeHolds(where isOver: (Hold) -> Bool) -> [(stage: UInt64, hold: Hold)] {
            let over = holds.filter { isOver($0.value) }.sorted { $0.key < $1.key }
            for (stage, _) in over { holds[stage] = nil }
            return over.map { ($0.key, $0.value) }
        }
    }

    private let recorder: Recorder
    private let clock: @Sendable () -> UInt64
    private let state = LockedBox(State())

    /// - Parameters:
    ///   - recorder: Records what viewers do.
    ///   - clock: The time in nanoseconds since any moment.
    package init(recorder: Recorder, clock: @escaping @Sendable () -> UInt64 = { TraceClock.machineNanoseconds() }) {
        self.recorder = recorder
        self.clock = clock
    }

    // MARK: Stages

    /// The gate of a new stage.
    package func makeGate(of stage: UInt64) -> StageGate {
        let gate = StageGate(clock: clock)
        state.withLock { $0.gates[stage] = gate }
        return gate
    }

    /// Removes a stage that has ended.
    package func remove(_ stage: UInt64) {
        let (gate, hold) = state.withLock { ($0.gates.removeValue(forKey: stage), $0.holds.removeValue(forKey: stage)) }
        withExtendedLifetime((gate, hold)) {}
    }

    // MARK: Viewers

    /// Obeys a viewer's command, and records it on the stage.
    ///
    /// - Parameters:
    ///   - stage: The number of the stage's consumer in the trace.
    ///   - viewer: The viewer's connection.
    package func obey(_ command: HandCommand, at stage: UInt64, from viewer: UInt64) -> HandAnswer {
        guard command.isAllowed else { return .notAllowed }
        let now = clock()
        let (answer, gate) = state.withLock { state -> (HandAnswer, StageGate?) in
            guard let gate = state.gates[stage] else { return (.noStage, nil) }
            let hold = state.holds[stage]
            if let hold, hold.viewer != viewer { return (.heldByOther, nil) }
            switch command {
            case .hold(let time), .slow(_, let time):
                state.holds[stage] = Hold(viewer: viewer, deadline: now + time, gate: gate)
            case .pass: if hold == nil { return (.notHeld, nil) }
            case .release: if state.holds.removeValue(forKey: stage) == nil { return (.notHeld, nil) }
            }
            return (.done, gate)
        }
        guard let gate else { return answer }
        return perform(command, at: gate, of: stage)
    }

    /// The state is recorded before values pass: they pass because of it.
    private func perform(_ command: HandCommand, at gate: StageGate, of stage: UInt64) -> HandAnswer {
        switch command {
        case .hold:
            gate.hold()
            record(HandState(command), at: stage)
        case .slow(let delay, _):
            record(HandState(command), at: stage)
            gate.slow(by: delay)
        case .pass:
            guard gate.isHeld else { return .notHeld }
            record(HandState(command), at: stage)
            gate.passOne()
        case .release:
            record(HandState(command), at: stage)
            gate.open()
        }
        return .done
    }

    /// Releases what a viewer holds: its connection has ended.
    package func leave(_ viewer: UInt64) { release(" that left") { $0.viewer == viewer } }

    /// Releases everything: no viewer can connect any more.
    package func leaveAll() { release(" that left") { _ in true } }

    /// Releases the stages whose deadline has come, and lets the values pass whose wait is over.
    ///
    /// - Returns: The nanoseconds until it has to be called again; `nil` if no stage is held.
    package func settle() -> UInt64? {
        let now = clock()
        release(" at the deadline") { $0.deadline <= now }
        let holds = state.withLock { $0.holds }
        let times = holds.values.map { min($0.gate.passDue(at: now) ?? .max, $0.deadline) }
        return times.min().map { $0 - min($0, now) }
    }

    private func release(_ reason: String, where isOver: (Hold) -> Bool) {
        for (stage, hold) in state.withLock({ $0.removeHolds(where: isOver) }) {
            record(.released(reason), at: stage)
            hold.gate.open()
        }
    }

    private func record(_ state: HandState, at stage: UInt64) {
        recorder.record(.state, of: stage, value: .string(state.description))
    }
}
