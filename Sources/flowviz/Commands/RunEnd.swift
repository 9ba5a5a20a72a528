import FlowTrace

/// The end of a run that was gone through.
struct RunEnd {
    /// When it was over.
    let time: TraceTime
    /// What is missing of it, in words.
    let gaps: [String]
}
