import FlowTrace

extension Recorder {
    /// Records that whoever is at an edge changed its state.
    func note(_ state: String, on edge: EdgeID) {
        record(.state, on: edge, value: .string(state))
    }
}
