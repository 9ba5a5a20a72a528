/// The stages of a program that a viewer may hold, and the viewers that hold them.
///
/// Each hold ends at its deadline, with its viewer's connection, or with the stage, whichever is first. A stage has one holder.
/// The thread that serves the viewers calls `obey`, `leave` and `settle`; any thread makes and removes
/// gates.
package final class GateTable: Sendable {
    /// A gate, which its stage owns.
    ///
    /// A reference to the stage is released outside the lock: a stage that is released removes itself.
    private struct Gate {
        /// The number of the stage's consumer in the trace.
        let number: UInt64
        weak var stage: (any HeldStage)?
    }

    private struct Hold {
        let viewer: UInt64
        let deadline: UInt64
        let gate: Gate
    }

    private struct State {
        var gates: [UInt64: Gate] = [:]
        var holds: [UInt64: Hold] = [:]

        mutating func removeHolds(where isOver: (Hold) -> Bool) -> [Hold] {
            let over = holds.filter { isOver($0.value) }.sorted { $0.key < $1.key }
            for (stage, _) in over { holds[stage] = nil }
            return over.map(\.value)
        }
    }

    private let recorder: Recorder
    private let clock: @Sendable () -> UInt64
    /// Lets values pass.
    package let perform: HandWork
    /// Requests demand of a stage without a scheduler.
    package let request: HandWork
    private let state = LockedBox(State())

    /// - Parameters:
    ///   - recorder: Records what viewers do.
    ///   - clock: The time in nanoseconds since any moment.
    ///   - perform: Lets values pass; on the caller's thread by default.
    ///   - request: Requests demand of a stage without a scheduler; on the caller's thread by default.
    package init(
        recorder: Recorder, clock: @escaping @Sendable () -> UInt64 = { TraceClock.machineNanoseconds() },
        performing perform: @escaping HandWork = { $0() }, requesting request: @escaping HandWork = { $0() }
    ) {
        self.recorder = recorder
        (self.perform, self.request) = (perform, request)
        self.clock = clock
    }

    // MARK: Stages

    /// The gate of a new stage of tasks.
    package func makeGate(of stage: UInt64) -> StageGate {
        let gate = StageGate(clock: clock, performing: perform)
        add(gate, stage)
        return gate
    }

    /// The current time.
    package var time: UInt64 { clock() }

    /// Adds a stage by the number of its consumer in the trace. Of several with one number, the first can be held.
    package func add(_ stage: any HeldStage, _ number: UInt64) {
        let known = state.withLock { state in
            let known = state.gates[number]?.stage
            if known == nil { state.gates[number] = Gate(number: number, stage: stage) }
            return known
        }
        withExtendedLifetime(known) {}
    }

    /// Removes a stage that has ended.
    package func remove(_ stage: any HeldStage, _ number: UInt64) {
        let known = state.withLock { state in
            // A stage that is being released is `nil` already.
            let known = state.gates[number]?.stage
            guard known == nil || known === stage else { return known }
            state.gates[number] = nil
            state.holds[number] = nil
            return known
        }
        withExtendedLifetime(known) {}
    }

    // MARK: Viewers

    /// Obeys a viewer's command, and records it on the stage.
    ///
    /// - Parameters:
    ///   - stage: The number of the stage's consumer in the trace.
    ///   - viewer: The viewer's connection.
    package func obey(_ command: HandCommand, at stage: UInt64, from viewer: UInt64) -> HandAnswer {
        guard command.isAllowed else { return .notAllowed }
        guard let held = state.withLock({ $0.gates[stage]?.stage }) else { return .noStage }
        let now = clock()
        let refusal = state.withLock { state -> HandAnswer? in
            let hold = state.holds[stage]
            if let hold, hold.viewer != viewer { return .heldByOther }
            switch command {
            case .hold(let time), .slow(_, let time):
                if let refusal = held.refusal { return refusal }
                state.holds[stage] = Hold(viewer: viewer, deadline: now + time, gate: Gate(number: stage, stage: held))
            case .pass: if hold == nil { return .notHeld }
            case .release: if state.holds.removeValue(forKey: stage) == nil { return .notHeld }
            }
            return nil
        }
        return refusal ?? obey(command, at: held, of: stage)
    }

    /// The state is recorded before values pass: they pass because of it.
    private func obey(_ command: HandCommand, at stage: any HeldStage, of number: UInt64) -> HandAnswer {
        switch command {
        case .hold:
            stage.hold()
            record(HandState(command), of: number)
        case .slow(let delay, _):
            record(HandState(command), of: number)
            stage.slow(by: delay)
        case .pass:
            guard stage.isHeld else { return .notHeld }
            record(HandState(command), of: number)
            stage.passOne()
        case .release:
            record(HandState(command), of: number)
            stage.open()
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
        let times = holds.values.map { min($0.gate.stage?.passDue(at: now) ?? .max, $0.deadline) }
        return times.min().map { $0 - min($0, now) }
    }

    private func release(_ reason: String, where isOver: (Hold) -> Bool) {
        for hold in state.withLock({ $0.removeHolds(where: isOver) }) {
            guard let stage = hold.gate.stage else { continue }
            record(.released(reason), of: hold.gate.number)
            stage.open()
        }
    }

    private func record(_ state: HandState, of number: UInt64) {
        recorder.record(.state, of: number, value: .string(state.description))
    }
}
