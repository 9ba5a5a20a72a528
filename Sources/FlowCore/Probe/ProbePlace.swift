import FlowTrace

/// Where one subscription's probe records.
struct ProbePlace: Sendable {
    let recorder: Recorder
    let edge: EdgeID
    let role: ProbeRole
}
