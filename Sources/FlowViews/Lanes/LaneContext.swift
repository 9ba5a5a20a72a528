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
    var sequence: Int {
        pane.now.sequence
    }

    /// The style of the text of some values, bold and underlined where one of them is followed, or the caption speaks of it.
    ///
    /// - Parameter events: The sequences of the events that the text stands for.
    func style(of text: String, _ events: some Sequence<Int>, _ role: Role) -> Style {
        isFollowed(text, events) ? Style(role).bold().underlined() : Style(role)
    }

    /// Whether one of some values is followed, or the caption speaks of it.
    func isFollowed(_ text: String, _ events: some Sequence<Int>) -> Bool {
        pane.followed.map { followed in events.contains(where: followed.contains) } ?? (text == followed)
    }

    /// What a lane asked for in one place by requests, `nil` where there was none.
    func requested(on lane: ScreenLane, in place: Int) -> Demand? {
        let history = pane.model.lanes[lane.index]
        let marks = history.marks(from: axis.start(of: place), before: axis.start(of: place + 1), upTo: sequence)
        let demands = marks.filter { $0.kind == .request }.compactMap { pane.model.log[sequence: $0.sequence]?.event.demand }
        return demands.isEmpty ? nil : demands.reduce(.none, +)
    }

    /// The numbers of the rules that were broken on a lane, each where that happened.
    func breaches(ofLane index: Int) -> [(place: Int, text: String)] {
        let visible = pane.stream.violations(ofLane: index, from: axis.start(of: 0), upTo: sequence)
        var breaches: [(place: Int, text: String)] = []
        for violation in visible {
            let place = axis.place(of: violation.time)
            guard axis.places.contains(place) else { break }
            let text = "\(signs.breach)\(violation.rule.number)"
            if breaches.last.map({ $0 != (place, text) }) ?? true { breaches.append((place, text)) }
        }
        return breaches
    }

    /// A demand in few columns: its number, or the sign of no limit.
    func text(of demand: Demand) -> String {
        demand.count.map(String.init) ?? String(signs.unlimited)
    }
}
