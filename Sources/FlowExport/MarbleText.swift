import FlowModel
import FlowText
import FlowTrace

/// Writes lanes as marble text: one character a cell, `-` where nothing happens, `(…)` for several events.
public enum MarbleText {
    /// One line a lane: its name, then its marbles.
    ///
    /// Values longer than one character are in parentheses. Dropped values follow an `x`; `|` is a completion, `!` a failure,
    /// `/` a cancel. At each change, a buffer's line has `=` and the number of held values; the sign distinguishes the number
    /// from a value.
    ///
    /// - Parameters:
    ///   - model: The lanes, and their events.
    ///   - end: The last moment.
    ///   - cell: The duration of a cell in nanoseconds, positive.
    /// - Complexity: O(*n*) for *n* events.
    public static func lines(of model: StreamModel, until end: TraceTime, cell: UInt64) -> [String] {
        lines(of: model.lanes[...], called: model.lanes.map(\.spec.name), in: model, until: end, cell: cell)
    }

    /// The lines below the lanes: the scale, and the meaning of the signs.
    public static func legend(cell: UInt64) -> String {
        "1 character is \(Seconds.duration(nanoseconds: cell)); (A B) at once, xA dropped, =2 holds 2, | finished, ! failed, / cancelled"
    }

    /// The lines for some of the lanes, with other names.
    static func lines(
        of lanes: ArraySlice<LaneHistory>, called names: [String], in model: StreamModel, until end: TraceTime, cell: UInt64
    ) -> [String] {
        precondition(cell > 0, "MarbleText cell must be positive, got 0")
        let room = (names.map(\.count).max() ?? 0) + 2
        return zip(names, lanes).map { name, lane in
            name + String(repeating: " ", count: room - name.count) + marbles(of: lane, in: model, until: end, cell: cell)
        }
    }

    private static func marbles(of lane: LaneHistory, in model: StreamModel, until end: TraceTime, cell: UInt64) -> String {
        let marks = lane.marks.filter { $0.time <= end }
        var text = ""
        var next = 0
        for (bin, group) in groups(marks, cell: cell) {
            let words = group.flatMap { self.words(for: $0, lane: lane, in: model) }
            guard !words.isEmpty else { continue }
            if bin > next { text += String(repeating: "-", count: bin - next) }
            let isPlain = words.count == 1 && (words[0].count == 1 || isCount(words[0], on: lane))
            text += isPlain ? words[0] : "(\(words.joined(separator: " ")))"
            next = bin + 1
        }
        return text
    }

    private static func isCount(_ word: String, on lane: LaneHistory) -> Bool { lane.spec.role == .buffer && word.hasPrefix("=") }

    private static func groups(_ marks: [Mark], cell: UInt64) -> [(bin: Int, marks: [Mark])] {
        var groups: [(bin: Int, marks: [Mark])] = []
        for mark in marks {
            let bin = Int(clamping: mark.time.nanoseconds / cell)
            if groups.last?.bin == bin { groups[groups.count - 1].marks.append(mark) } else { groups.append((bin, [mark])) }
        }
        return groups
    }

    private static func words(for mark: Mark, lane: LaneHistory, in model: StreamModel) -> [String] {
        switch mark.kind {
        case .offered, .value: [model.text(of: mark.sequence)]
        case .dropped: ["x\(model.text(of: mark.sequence))"]
        case .finished: ["|"]
        case .failure: ["!"]
        case .cancel: ["/"]
        case .buffered, .unbuffered: lane.spec.role == .buffer ? ["=\(mark.totals.heldCount.short)"] : []
        case .subscribed, .request, .returned, .state, .note, .causeLink: []
        }
    }
}
