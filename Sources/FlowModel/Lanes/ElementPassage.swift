import FlowTrace

/// Values on their way to a lane, inside an operator that hands them on later.
///
/// They already count against the demand, although the subscriber has not received them yet.
public struct ElementPassage: Hashable, Sendable {
    /// The lane that they left.
    public let origin: Int
    public let outlet: Int
    private let role: LaneSpec.Role

    init(from origin: Int, to outlet: Int, in model: StreamModel) {
        (self.origin, self.outlet, role) = (origin, outlet, model.lanes[origin].spec.role)
    }

    /// The number of values on their way: at most the demand, since any value beyond it is about to be dropped.
    public func count(_ origin: EdgeAccount, _ outlet: EdgeAccount) -> Int {
        outlet.end == nil ? min(max(0, left(origin) - outlet.values), outlet.outstanding.count ?? .max) : 0
    }

    /// The number of values that have left.
    private func left(_ origin: EdgeAccount) -> Int {
        switch role {
        case .source: origin.offered - origin.dropped
        case .buffer: origin.unbuffered
        case .output: origin.values
        }
    }

    /// Whether all departed values were requested.
    public func isRequested(in model: StreamModel, upTo sequence: Int) -> Bool {
        let (origin, outlet) = (model.lanes[origin].totals(upTo: sequence), model.lanes[outlet].totals(upTo: sequence))
        return left(origin) - outlet.values <= outlet.outstanding.count ?? .max
    }

    /// The number of values on their way after the event `sequence`.
    ///
    /// - Complexity: O(log *n*).
    public func count(in model: StreamModel, upTo sequence: Int) -> Int {
        count(model.lanes[origin].totals(upTo: sequence), model.lanes[outlet].totals(upTo: sequence))
    }

    /// The last value that left, if it did so within the last 64 events.
    public func newest(in model: StreamModel, upTo sequence: Int) -> Mark? {
        let history = model.lanes[origin]
        let marks = history.marks[..<history.countOfMarks(upTo: sequence)].suffix(64)
        let index = marks.indices.last { index in
            switch role {
            case .source: marks[index].kind == .offered && !(index + 1 < marks.endIndex && marks[index + 1].kind == .dropped)
            case .buffer: marks[index].kind == .unbuffered
            case .output: marks[index].kind == .value
            }
        }
        return index.map { marks[$0] }
    }

    /// The remaining demand on the origin: the outlet's outstanding demand, minus the values on their way.
    public func remainingDemand(_ origin: EdgeAccount, _ outlet: EdgeAccount) -> Demand {
        guard let count = outlet.outstanding.count else { return outlet.outstanding }
        return .max(max(0, count - self.count(origin, outlet)))
    }
}

extension StreamModel {
    /// The passage of values to a lane; `nil` if they arrive at once, or if that is unknown.
    ///
    /// - Complexity: O(edges).
    public func passage(to outlet: Int) -> ElementPassage? {
        guard let path = path(to: outlet) else { return nil }
        var isLate = false
        for node in path.nodes {
            if let store = store(of: node) { return isLate ? ElementPassage(from: store, to: outlet, in: self) : nil }
            guard node.operation.isOneToOne, node.role == .transform || node.role == .pace else { return nil }
            isLate = isLate || node.operation.handsOnLater
        }
        guard isLate, path.inputs.count == 1, !lanes[path.inputs[0]].spec.isShared else { return nil }
        return ElementPassage(from: path.inputs[0], to: outlet, in: self)
    }
}
