import FlowAnalysis
import FlowScreen
import FlowText
import FlowViews

/// Writes why an event happened: the chain in a sentence, then its events, one a line.
enum WhyText {
    static func lines(of why: Why) -> [String] {
        let room = why.steps.map(\.lane.count).max() ?? 0
        let rows = why.steps.indices.map { row(of: why, $0, laneRoom: max(10, room + 1)) }
        let before = rows.prefix(why.place + 1)
        let after = rows.dropFirst(why.place + 1)
        let lines = [why.sentence, ""] + before + (after.isEmpty ? [] : ["", "what followed"]) + after
        return lines.map { TextWidth.sanitised($0) }
    }

    private static func row(of why: Why, _ place: Int, laneRoom: Int) -> String {
        let step = why.steps[place]
        let time = Seconds.text(step.moment.time)
        let start = String(repeating: " ", count: max(0, 8 - time.count)) + time
        let call = why.isCalled(place) ? "└ " : ""
        return "\(start)  \(step.lane.padded(to: laneRoom))\(call)\(Signs.unicode.glyph(of: step.sign)) \(step.text)"
    }

    /// One JSON object in one line, its keys always the same and in the same order.
    ///
    /// - Parameter sequence: The number of a step's event in the whole trace.
    static func json(of why: Why, sequence: (Int) -> Int) -> String {
        let steps = why.steps.map { step in
            JSONText.object([
                ("link", JSONText.string(step.link.rawValue)), ("t", "\(step.moment.time)"),
                ("seq", "\(sequence(step.moment.sequence))"), ("lane", JSONText.string(step.lane)),
                ("text", JSONText.string(step.text)),
            ])
        }
        let event = why.steps[why.place].moment
        return JSONText.object([
            ("version", "1"), ("t", "\(event.time)"), ("seq", "\(sequence(event.sequence))"),
            ("sentence", JSONText.string(why.sentence)), ("isCut", "\(why.isCut)"), ("steps", JSONText.list(steps)),
        ])
    }
}
