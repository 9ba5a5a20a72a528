import FlowViews

/// Why a key does not apply to what is shown.
enum Refusal {
    /// The answer to a command that does not apply, `nil` where it may.
    static func text(of command: Command, _ state: AppState) -> String? {
        guard let binding = KeyTable.binding(of: command), !binding.belongs(to: state.subject) else { return nil }
        switch state.subject {
        case .scenario: return "a scenario is one pipeline; the trace of a program has a list of them"
        case .recording:
            let id = state.choice?.scenarioValue.id ?? ""
            return "this is a recording of \(id), it takes no keys but < and >; flowviz --scenario \(id) runs it"
        case .program: return "this is the trace of a program, it cannot be changed; ? lists the keys"
        case .watched where command == .restart: return nil
        case .watched: return "a running program is only watched, it takes no keys; ? lists those that look at it"
        }
    }
}
