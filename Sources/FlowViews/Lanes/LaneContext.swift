import FlowModel
import FlowScreen
import FlowTrace

/// The common context in which lanes are drawn.
struct LaneContext {
    var pane: PaneState
    /// The panes beside this one; the charts of all share their scales.
    var beside: [PaneState] = []
    let axis: TimeAxis
    let signs: Signs
    /// The value in the caption.
    let followed: String?
    /// The sequence number of the caption's event.
    var captionEvent: Int?
    var table = KeyTable.standard

    /// The same context for each pane beside this one that has the lane, with the same kind.
    func beside(_ lane: ScreenLane) -> [LaneContext] {
        beside.filter { ScreenLane.lanes(of: $0.model).contains { $0.index == lane.index && $0.kind == lane.kind } }.map { pane in
            var context = self
            (context.pane, context.beside) = (pane, [])
            return context
        }
    }

    /// The sequence number of the last event to draw, the newest one. Events right of the playhead are dimmed afterwards.
    var sequence: Int { pane.now.sequence }

    /// The style of the text of some values, bold and underlined if one of them is followed or in the caption.
    ///
    /// - Parameter events: The sequence numbers of the events whose values the text shows.
    func style(of text: String, _ events: some Sequence<Int>, _ role: Role) -> Style {
        isFollowed(text, events) ? Style(role).bold().underlined() : Style(role)
    }

    /// Whether one of some values is followed, or in the caption.
    func isFollowed(_ text: String, _ events: some Sequence<Int>) -> Bool {
        pane.followed.map { followed in events.contains(where: followed.contains) } ?? (text == followed)
    }

    /// The demand that is added to a lane in one column, by requests and by results of `receive(_:)`; `nil` for none.
    ///
    /// - Complexity: O(log *n*) for *n* events; once demand is unlimited, O(log *n*) for each further request.
    func requested(on lane: ScreenLane, in column: Int) -> Demand? {
        let history = pane.model.lanes[lane.index]
        guard axis.start(of: column) >= history.knownFrom else { return nil }
        let marks = history.marks(from: axis.start(of: column), before: axis.start(of: column + 1), upTo: sequence)
        guard let after = marks.last?.totals else { return nil }
        let before = marks.startIndex > 0 ? history.marks[marks.startIndex - 1].totals : EdgeAccount()
        func asked(_ sum: (EdgeAccount) -> Demand, _ count: (EdgeAccount) -> Int) -> Demand {
            guard count(after) > count(before) else { return .none }
            guard sum(before) == .unlimited else {
                return sum(after) == .unlimited ? .unlimited : Demand(rawValue: sum(after).rawValue - sum(before).rawValue)
            }
            return (count(before) + 1...count(after)).reduce(.none) { demand, number in
                let mark = history.mark(number: number, of: count, upTo: sequence)
                return demand + (mark.flatMap { pane.model.log[sequence: $0.sequence]?.event.demand } ?? .none)
            }
        }
        let demand = asked(\.requested, \.requests) + asked(\.returned, \.returns)
        return demand == .none ? nil : demand
    }

    /// Adds the sign of an end that waits in an operator, from a column on.
    ///
    /// - Parameter free: The first free column.
    func add(_ wait: EndWait, from free: Int, to labels: inout LabelRow) {
        let first = max(free, axis.column(of: wait.since.time))
        let end = wait.until.map { axis.column(of: $0.time) } ?? Int.max
        let sign = wait.isFailure ? signs.failed : signs.finished
        guard axis.columns.contains(first), end > first else { return }
        let text = "\(sign) waits"
        let style = Style(wait.isFailure ? .error : .strong).bold()
        labels.add(end - first > TextWidth.width(of: text) ? text : "\(sign)", at: first, style: style)
    }

    /// The numbers of the rules broken on a lane, each with its column.
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

/// Draws a lane, or a part of it.
protocol LanePart {
    var lane: ScreenLane { get }
    var context: LaneContext { get }
}

extension LanePart {
    var model: StreamModel { context.pane.model }
    var history: LaneHistory { model.lanes[lane.index] }
    var axis: TimeAxis { context.axis }
    var signs: Signs { context.signs }
}

/// A run of columns with the same value.
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

extension ScreenLane {
    /// The kind of event that is a value on this lane.
    var valueKind: SignalKind { kind == .source ? .offered : .value }

    /// The counter of the lane's values.
    var valueCount: (EdgeAccount) -> Int { kind == .source ? \.offered : \.values }

    /// The role of its values.
    var valueRole: Role { kind == .source || sends ? .sent : .got }
}
