import FlowTrace

extension Recorder {
    /// Records that whoever is at an edge changed its state.
    func record(state: String, on edge: EdgeID) {
        record(.state, on: edge, value: .string(state))
    }
}
