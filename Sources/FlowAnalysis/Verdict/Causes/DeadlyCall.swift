/// The program ended in a call of `next` that came while another consumer of the same stream waited: the standard library traps there.
public struct DeadlyCall: Hashable, Sendable {
    public let caller: String
    public let stream: String

    static func found(by reporter: FlowReporter) -> FoundCause? {
        guard let edge = reporter.lastCall, let stream = edge.upper, let caller = edge.lower else { return nil }
        let cause = DeadlyCall(caller: reporter.stages[caller].name, stream: reporter.stages[stream].name)
        return FoundCause(cause: .deadlyCall(cause), stage: caller, kind: .failed)
    }
}
