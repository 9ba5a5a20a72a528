import FlowModel

extension Breakpoint {
    /// Why the condition cannot come to hold on these lanes, `nil` where it can.
    public func problem(in model: StreamModel) -> String? {
        guard case .held(let name, _, let amount) = condition else { return nil }
        let buffers = model.lanes.filter { $0.spec.role == .buffer }.map(\.spec.name)
        let choice = buffers.isEmpty ? "nothing is held here" : "buffers are \(buffers.joined(separator: ", "))"
        guard let lane = model.lanes.firstIndex(where: { $0.spec.role == .buffer && $0.spec.name == name }) else {
            return "no buffer '\(name)'; \(choice)"
        }
        if case .percent = amount, model.lanes[lane].marks.count > 0, model.node(ofLane: lane)?.capacity == nil {
            return "\(name) has no limit; compare it with a count"
        }
        return nil
    }
}
