import FlowModel
import FlowTrace

/// The losses of a long trace: for each edge, the first and the last loss in each stretch of the trace. A jump finds the nearest
/// loss without reading the events in between.
public struct DropIndex: Sendable {
    /// The nearest loss, as far as the index can tell.
    public enum Nearest: Equatable, Sendable {
        case event(Moment)
        /// The nearest loss is in the stretch in which the search starts.
        case near
        case none
    }

    private struct Stretch: Sendable {
        let first: Moment
        var last: Moment
    }

    private var stretches: [EdgeID: [Stretch]] = [:]
    /// The pipelines at the end of the trace, once the trace is read.
    fileprivate var pipelines = Pipelines()

    public init() {}

    /// Adds the losses of the next stretch, and the pipelines after the last stretch.
    public mutating func record(_ drops: [TraceEntry], end pipelines: Pipelines? = nil) {
        if let pipelines { self.pipelines = pipelines }
        guard let start = drops.first?.sequence else { return }
        for drop in drops {
            let moment = Moment(time: drop.time, sequence: drop.sequence)
            var own = stretches.removeValue(forKey: drop.edge) ?? []
            if let last = own.last, last.first.sequence >= start {
                own[own.count - 1].last = moment
            } else {
                own.append(Stretch(first: moment, last: moment))
            }
            stretches[drop.edge] = own
        }
    }

    /// The nearest loss after the event `sequence`, or before it.
    ///
    /// - Parameter isWanted: Whether a loss at a moment on an edge counts; the moment `nil` is the end of the trace.
    /// - Complexity: O(edges log *n* + stretches passed over).
    func nearest(_ direction: Direction, of sequence: Int, where isWanted: (EdgeID, Moment?) -> Bool) -> Nearest {
        var nearest: Moment?
        for (edge, own) in stretches where isWanted(edge, nil) {
            for stretch in DropIndex.passed(own, direction, from: sequence) {
                let (near, far) = direction == .next ? (stretch.first, stretch.last) : (stretch.last, stretch.first)
                guard isWanted(edge, far) else { continue }
                if (stretch.first.sequence...stretch.last.sequence).contains(sequence) { return .near }
                nearest = nearest.map { direction == .next ? min($0, near) : max($0, near) } ?? near
                break
            }
        }
        return nearest.map { .event($0) } ?? .none
    }

    /// The stretches with a loss on one side of an event, nearest first.
    private static func passed(_ own: [Stretch], _ direction: Direction, from sequence: Int) -> AnySequence<Stretch> {
        switch direction {
        case .next: AnySequence(own[own.partitioningIndex { $0.last.sequence > sequence }...])
        case .previous: AnySequence(own[..<own.partitioningIndex { $0.first.sequence >= sequence }].reversed())
        }
    }
}

extension TraceIndex {
    /// The nearest drop or violation after the event `sequence`, or before it.
    ///
    /// - Parameters:
    ///   - direction: The direction of the search.
    ///   - sequence: The number of the event, from 1.
    ///   - pipeline: The pipeline to search; all if `nil`.
    ///   - drops: The drops of the trace.
    ///   - violations: The violations in the trace.
    public func nearestAmiss(
        _ direction: Direction, of sequence: Int, in pipeline: PipelineID?, _ drops: DropIndex, _ violations: [Violation]
    ) -> DropIndex.Nearest {
        func isWanted(_ edge: EdgeID, _ moment: Moment?) -> Bool {
            guard let pipeline else { return true }
            var pipelines = moment.flatMap { self.pipelines(after: $0.sequence) } ?? drops.pipelines
            let own = pipelines.pipeline(of: edge)
            return own != nil && own == pipelines.pipeline(of: pipeline.edge)
        }
        var moments: [Moment] = []
        switch drops.nearest(direction, of: sequence, where: isWanted) {
        case .near: return .near
        case .event(let moment): moments = [moment]
        case .none: break
        }
        for violation in violations where direction == .next ? violation.sequence > sequence : violation.sequence < sequence {
            let moment = Moment(time: violation.time, sequence: violation.sequence)
            if isWanted(violation.edge, moment) { moments.append(moment) }
        }
        return (direction == .next ? moments.min() : moments.max()).map { .event($0) } ?? .none
    }

    /// The pipelines at the first keyframe after an event; `nil` if there is none.
    private func pipelines(after sequence: Int) -> Pipelines? {
        let next = keyframes.partitioningIndex { $0.end.sequence >= sequence }
        return next < keyframes.count ? keyframes[next].pipelines : nil
    }
}
