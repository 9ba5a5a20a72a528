import FlowScreen
import FlowText
import FlowTrace
import FlowVerdict

/// Draws the first row: the program, its state, the speed, and the time.
struct HeaderView {
    let state: ScreenState
    let signs: Signs
    let screenWidth: Int

    private var isPaused: Bool {
        if case .paused = state.panes[0].model.state(at: state.panes[0].now.sequence) { true } else { false }
    }

    func draw(into surface: inout Surface, y: Int) {
        let ground = isPaused ? Style(.ink, on: .paused) : Style(.text, on: .bar)
        let muted = isPaused ? ground : Style(.muted, on: .bar)
        let strong = isPaused ? ground.bold() : Style(.strong, on: .bar).bold()
        surface.fill(Rect(x: 0, y: y, width: surface.width, height: 1), style: ground)
        let isNarrow = surface.width < 80
        let title = titles.map(signs.prose).last.map { TextWidth.width(of: $0) } ?? 0
        let room = surface.width - TextWidth.width(of: state.id) - title - 3
        let brand = isNarrow ? 0 : TextWidth.width(of: "flowviz \(signs.crumb) ")
        // The title is more important than the optional words of the badge, and than flowviz's name.
        let isShort = isNarrow || surface.width < 100 || width(of: parts(ground, strong, isShort: false)) + brand > room
        let parts = parts(ground, strong, isShort: isShort)
        let showsBrand = !isNarrow && (width(of: parts) + brand <= room || width(of: parts) > room)
        let right = drawRight(parts, into: &surface, y: y)
        var x = 1
        if showsBrand { x += surface.put("flowviz \(signs.crumb) ", x: x, y: y, style: muted, limit: right - x) }
        x += surface.put(state.id, x: x, y: y, style: strong, limit: right - x)
        let titles = titles.map(signs.prose)
        let fitting = titles.first { x + 2 + TextWidth.width(of: $0) < right }
        guard let title = fitting ?? (state.titleRuns ? TextWidth.cut(titles[0], to: right - x - 3, mark: signs.cut) : nil) else {
            return
        }
        surface.put(title, x: x + 2, y: y, style: muted)
    }

    /// The title with notes about missing records, the longest wording first. The list has a separate row for these notes.
    var titles: [String] {
        guard state.list == nil, !state.notes.isEmpty else { return [state.title] }
        let notes = "\(signs.dropped) " + state.notes.joined(separator: " · ")
        return ["\(state.title)  \(notes)", notes, "\(signs.dropped) incomplete"]
    }

    private func width(of parts: [(String, Style)]) -> Int { parts.reduce(0) { $0 + TextWidth.width(of: $1.0) } }

    /// The items at the right: variant, badge, drops and violations, speed and clock.
    private func parts(_ ground: Style, _ strong: Style, isShort: Bool) -> [(String, Style)] {
        let pane = state.panes[0]
        let isNarrow = screenWidth < 80
        var parts: [(String, Style)] = []
        if !isNarrow {
            parts.append(("\(state.panes.count == 1 ? pane.variant : pair)  ", ground))
        }
        let badge = Badge(state, signs: signs, isNarrow: isShort)
        let badgeStyle = isPaused && badge.role == .paused ? Style(.paused, on: .ink).bold() : Style(.page, on: badge.role).bold()
        parts.append((" \(badge.text) ", badgeStyle))
        if pane.model.log.missed > 0 {
            parts.append((" \(signs.dropped) \(pane.model.log.missed) events missed ", Style(.lost, on: .bar).bold()))
        }
        if let violations { parts.append((" \(signs.violation) \(violations) ", Style(.error, on: .bar).bold())) }
        if !isNarrow { parts.append((" \(signs.times)\(speedText) ", strong)) }
        if state.behind > 0 {
            parts.append((" \(Seconds.short(nanoseconds: state.behind)) s behind ", Style(.past, on: .bar).bold()))
        }
        let clock = Seconds.short(nanoseconds: (pane.playhead?.time ?? state.now).nanoseconds)
        parts.append((String(repeating: " ", count: max(1, 7 - clock.count)) + clock + " s ", strong))
        return parts
    }

    /// Draws the items up to the right edge, and returns their first column.
    private func drawRight(_ parts: [(String, Style)], into surface: inout Surface, y: Int) -> Int {
        var x = surface.width - width(of: parts)
        let first = x
        for (text, style) in parts { x += surface.put(text, x: x, y: y, style: style) }
        return first
    }

    /// The subject of two panes.
    private var pair: String {
        if state.keys.subject.hasPipelines { return "one clock" }
        return state.keys.turn == nil ? "two variants" : "what if"
    }

    /// The number of violations up to the moment shown, `nil` if there are none.
    var violations: String? {
        let count = state.panes.reduce(0) { $0 + $1.stream.violations(upTo: $1.shown.sequence).count }
        return count == 0 ? nil : count == 1 ? "1 violation" : "\(count) violations"
    }

    var speedText: String { state.speed == state.speed.rounded() ? String(Int(state.speed)) : String(state.speed) }
}

/// The state of time and of the stream in the header; always a glyph and a word.
struct Badge {
    let text: String
    let role: Role

    /// - Parameter isNarrow: Whether to leave out the words beside the sign.
    init(_ state: ScreenState, signs: Signs, isNarrow: Bool) {
        let pane = state.panes[0]
        // A list of pipelines has no state.
        let life = state.list == nil ? pane.model.state(at: pane.now.sequence) : .live
        let run = RunState(life, state.list == nil ? pane.report : nil, isOver: state.keys.isOver)
        // The consumer of a program need not be a sink.
        let paused = isNarrow || state.keys.subject.hasPipelines ? "paused" : "sink paused"
        (text, role) =
            if let playhead = pane.playhead {
                ("\(signs.past) past \(isNarrow ? "" : " ")\(Seconds.short(nanoseconds: state.now - playhead.time)) s ago", .past)
            } else if state.tried?.hasRun == false {
                ("\(signs.waiting) not run yet", .asked)
            } else {
                switch run {
                case .over(.finished(let at)):
                    ("\(signs.finished) over\(isNarrow ? "" : "  finished") \(Seconds.text(at)) s", .strong)
                case .over(.cancelled(let at)):
                    ("\(signs.cancelled) over\(isNarrow ? "" : "  cancelled") \(Seconds.text(at)) s", .strong)
                case .over(.letGo(let at)):
                    ("\(signs.cancelled) over\(isNarrow ? "" : "  let go") \(Seconds.text(at)) s", .strong)
                case .over: ("\(signs.finished) \(Badge.end(state.keys.subject, isNarrow: isNarrow))", .strong)
                case .failed(let at): ("\(signs.failed) failed \(Seconds.text(at)) s", .error)
                case .paused(let since) where state.isFrozen:
                    (
                        "\(signs.frozen) frozen  \(signs.paused) \(paused)\(isNarrow ? "" : " since \(Seconds.text(since)) s")",
                        .frozen
                    )
                case _ where state.isFrozen: ("\(signs.frozen) frozen", .frozen)
                // Without `for`, the duration would read as a moment.
                case .paused(let since):
                    (
                        "\(signs.paused) \(paused)\(isNarrow ? "" : " for \(Seconds.short(nanoseconds: pane.now.time - since)) s")",
                        .paused
                    )
                case .waiting: ("\(signs.waiting) waiting", .asked)
                case .running: ("\(signs.live) running", .got)
                }
            }
    }

    /// `over`, and the reason if the stream did not end by itself; if narrow, the reason alone.
    private static func end(_ subject: KeyContext.Subject, isNarrow: Bool) -> String {
        let reason =
            switch subject {
            case .scenario: ""
            case .watched: "ended"
            case .recording, .program: "end of trace"
            }
        return reason.isEmpty ? "over" : isNarrow ? reason : "over  \(reason)"
    }
}
