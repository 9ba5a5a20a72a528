import FlowModel
import FlowScreen
import FlowTrace

/// What every lane is drawn with.
struct LaneContext {
    let pane: PaneState
    let axis: TimeAxis
    let signs: Signs
    /// The value that the caption speaks of.
    let followed: String?

    /// Events count up to here: all of them; what lies right of the playhead is drawn as a ghost afterwards.
    var sequence: Int { pane.now.sequence }

    /// The style of the text of some values, bold and underlined where one of them is followed, or the caption speaks of it.
    ///
    /// - Parameter events: The sequences of the events whose values the text shows.
    func style(of text: String, _ events: some Sequence<Int>, _ role: Role) -> Style {
        isFollowed(text, events) ? Style(role).bold().underlined() : Style(role)
    }

    /// Whether one of some values is followed, or the caption speaks of it.
    func isFollowed(_ text: String, _ events: some Sequence<Int>) -> Bool {
        pane.followed.map { followed in events.contains(where: followed.contains) } ?? (text == followed)
    }

    /// What a lane asked for in one column, by requests and by what it returned for values; `nil` for nothing.
    func requested(on lane: ScreenLane, in column: Int) -> Demand? {
        let history = pane.model.lanes[lane.index]
        let marks = history.marks(from: axis.start(of: column), before: axis.start(of: column + 1), upTo: sequence)
        let asked = marks.filter { $0.kind == .request || $0.kind == .returned }
        let demands = asked.compactMap { pane.model.log[sequence: $0.sequence]?.event.demand }
        return demands.contains { $0 != .none } ? demands.reduce(.none, +) : nil
    }

    /// The numbers of the rules that were broken on a lane, each where that happened.
    func violations(ofLane index: Int) -> [(column: Int, text: String)] {
        let visible = pane.stream.violations(ofLane: index, from: axis.start(of: 0), upTo: sequence)
        var violations: [(column: Int, text: String)] = []
        for violation in visible {
            let column = axis.column(of: violation.time)
            guard axis.columns.contains(column) else { break }
            let text = "\(signs.violation)\(violation.rule.number)"
            if violations.last.map({ $0 != (column, text) }) ?? true { violations.append((column, text)) }
        }
        return violations
    }
}

/// A run of columns with one value.
struct Stretch<Value> {
    let columns: Range<Int>
    let value: Value

    /// Groups equal neighbours.
    static func runs(of values: [Value?]) -> [Stretch] where Value: Equatable {
        var runs: [Stretch] = []
        for (column, value) in values.enumerated() {
            guard let value else { continue }
            if let last = runs.last, last.value == value, last.columns.upperBound == column {
                runs[runs.count - 1] = Stretch(columns: last.columns.lowerBound..<(column + 1), value: value)
            } else {
                runs.append(Stretch(columns: column..<(column + 1), value: value))
            }
        }
        return runs
    }
}
