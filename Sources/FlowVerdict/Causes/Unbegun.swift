import FlowWords

/// Some sinks have not subscribed; all others have ended.
struct Unbegun: Reason {
    let lanes: [String]

    var kind: Verdict.Kind { .waitingForSource }
    var limits: Bool { false }
    var standstill: Standstill { .always }

    /// `waiting: late has not subscribed yet, and all others have ended`.
    var words: VerdictWords {
        let text = "\(ValueList.names(lanes)) \(lanes.count == 1 ? "has" : "have") not subscribed yet"
        return VerdictWords("waiting: \(text), and all others have ended", brief: "waiting", shorter: ["waiting: \(text)"])
    }
}
