import FlowModel
import FlowTrace

/// How a subscriber that tells when it works held back what it could not take meanwhile.
struct WorkMeter: Sendable {
    /// Stretches of work, an open one included.
    private(set) var spans = 0
    /// Values that came while it worked, the first of them in words.
    private(set) var arrivals = 0
    private(set) var values: [String] = []
    /// The lowest outstanding demand while it worked, `nil` before it has.
    private(set) var lowest: Demand?
    private(set) var isWorking = false

    /// Observes a state of the subscriber.
    mutating func observe(_ state: StreamState, outstanding: Demand) {
        let works = state.isWork
        // What follows the end of the stream is not work that ended: `finished` comes while the work goes on.
        guard works != isWorking, state != .finished else { return }
        isWorking = works
        if works {
            spans += 1
            note(outstanding)
        }
    }

    /// Takes the demand after an event.
    mutating func note(_ outstanding: Demand) {
        guard isWorking else { return }
        lowest = lowest.map { min($0.rawValue, outstanding.rawValue) }.map(Demand.init) ?? outstanding
    }

    /// Takes a value that came.
    mutating func arrived(_ value: String?) {
        guard isWorking else { return }
        arrivals += 1
        if values.count < 9 { values.append(value ?? StreamModel.undescribed) }
    }
}
