import FlowTrace

/// A caption while its sentences are found.
struct CaptionDraft {
    /// The event it tells of.
    let event: TraceEntry
    var tone = Tone.key
    var first: String
    var second: String?
    var followed: String?
}
