import FlowOperators
import FlowTrace

extension NodeFact {
    /// Its arguments, as the program writes them: `20 · dropOldest · keepFull`, `0.1 s`. May be empty.
    public var arguments: String {
        guard let overflow else {
            if role == .replay, let capacity { return String(capacity) }
            return detail.isEmpty && operation.isAsyncStream ? "unbounded" : detail
        }
        guard overflow != .unknown else { return name(of: overflow) }
        let asking: String? = prefetch == .keepFull ? "keepFull" : nil
        return ([capacity.map(String.init) ?? "unlimited", name(of: overflow)] + [asking].compactMap(\.self))
            .joined(separator: " · ")
    }

    private func name(of policy: OverflowPolicy) -> String {
        let isSequence = operation == .bufferSequence || operation == .shareSequence
        return switch policy {
        case .dropNewest: isSequence || operation.isAsyncStream ? "bufferingOldest" : "dropNewest"
        case .dropOldest: isSequence ? "bufferingLatest" : operation.isAsyncStream ? "bufferingNewest" : "dropOldest"
        case .fail: "customError"
        case .stopProducer: "stopsProducer"
        case .wait: "bounded"
        case .unknown: "policy unknown"
        }
    }
}
