import FlowModel

extension StreamModel {
    /// Whether all sinks of a typed chain have ended; those in closures do not count.
    var sinksHaveEnded: Bool {
        let sinks = lanes.indices.filter { lanes[$0].spec.showsDemand && !lanes[$0].spec.isShared }
        return !sinks.isEmpty && sinks.allSatisfy { state(ofLane: $0, at: log.count).isOver }
    }
}
