import FlowAnalysis

/// What a trace or a run comes to.
struct Diagnosis {
    /// What can be said of each pipeline, the one under the most pressure first.
    let reports: [FlowReport]
    /// What broke the rules of the contract, and what they allow but is worth a note.
    let findings: RuleFindings
    /// What is to be known of the trace as a whole.
    let notes: [String]
}
