import FlowAnalysis
import FlowScreen
import FlowTrace

/// The word in the header that says whether time runs and the stream lives; always glyph and word.
struct Badge {
    let text: String
    let role: Role

    init(_ state: ScreenState, signs: Signs) {
        let pane = state.panes[0]
        if let playhead = pane.playhead {
            text = "\(signs.past) past  \(Seconds.short(nanoseconds: state.now - playhead.time)) s ago"
            role = .past
            return
        }
        let life = pane.model.state(at: pane.now.sequence)
        switch life {
        case .finished(let at) where state.keys.isOver:
            text = "\(signs.finished) finished \(Seconds.text(at)) s"
            role = .strong
        case .failed(let at) where state.keys.isOver:
            text = "\(signs.failed) failed \(Seconds.text(at)) s"
            role = .error
        case .cancelled(let at) where state.keys.isOver:
            text = "\(signs.cancelled) cancelled \(Seconds.text(at)) s"
            role = .error
        case _ where state.isFrozen:
            text = "\(signs.frozen) frozen"
            role = .frozen
        case .paused(let since):
            text = "\(signs.paused) sink paused  \(Seconds.short(nanoseconds: pane.now.time - since)) s"
            role = .paused
        case _ where state.keys.isOver:
            text = "\(signs.finished) \(Badge.end(state.keys.subject))"
            role = .strong
        case .idle, .live, .finished, .failed, .cancelled:
            text = "\(signs.live) \(state.keys.subject.isLive ? "live" : "replay")"
            role = .got
        }
    }

    /// What an end is called that is none of the stream's own.
    private static func end(_ subject: KeyContext.Subject) -> String {
        switch subject {
        case .scenario: "over"
        case .watched: "ended"
        case .recording, .program: "end of trace"
        }
    }
}
