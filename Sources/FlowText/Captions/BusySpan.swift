import FlowModel
import FlowTrace

/// A span of time in which a subscriber worked on a received value.
public struct BusySpan: Hashable, Sendable {
    /// The beginning of the work.
    public let start: Moment
    /// The end of the work; `nil` while it goes on.
    public let end: Moment?

    func contains(_ mark: Mark) -> Bool { mark.sequence > start.sequence && end.map { mark.sequence < $0.sequence } ?? true }
}

extension StreamModel {
    /// The newest 16 spans of work on a lane up to the event `sequence`, oldest first.
    public func busySpans(ofLane lane: Int, upTo sequence: Int) -> [BusySpan] {
        var spans: [BusySpan] = []
        var start: Moment?
        for mark in lanes[lane].newest(33, of: \.states, upTo: sequence) {
            let moment = Moment(time: mark.time, sequence: mark.sequence)
            let state = reportedState(of: mark.sequence)
            let works = state?.isWork ?? false
            if let begun = start, !works {
                // The state `finished`, after the end of the stream, does not end the work.
                if state == .finished { continue }
                spans.append(BusySpan(start: begun, end: moment))
                start = nil
            } else if works, start == nil {
                start = moment
            }
        }
        if let start { spans.append(BusySpan(start: start, end: nil)) }
        return spans.suffix(16)
    }

    /// For each span of work on a lane: the values that arrived, and the demand at the start and after each value.
    func busyArrivals(ofLane lane: Int, upTo sequence: Int) -> [(values: [String], levels: [Demand])] {
        busySpans(ofLane: lane, upTo: sequence).map { span in
            let marks = lanes[lane].marks[..<lanes[lane].countOfMarks(upTo: sequence)]
            let first = marks.partitioningIndex { $0.sequence >= span.start.sequence }
            let inside = marks[first...].prefix(512).filter(span.contains)
            var levels = [lanes[lane].totals(upTo: span.start.sequence).outstanding]
            for mark in inside {
                switch mark.kind {
                case .value: levels.append(mark.totals.outstanding)
                case .returned: levels[levels.count - 1] = mark.totals.outstanding
                case .cancel, .failure, .finished: levels.removeLast(levels.count > 1 ? 1 : 0)
                case .subscribed, .request, .offered, .dropped, .buffered, .unbuffered, .state, .note, .causeLink: break
                }
            }
            return (inside.filter { $0.kind == .value }.map { text(of: $0.sequence) }, levels)
        }
    }
}
