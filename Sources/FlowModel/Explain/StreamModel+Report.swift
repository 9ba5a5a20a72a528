import FlowTrace

extension StreamModel {
    /// What can be said of the stream at a moment, of the pipeline under the most pressure where there are several; `nil` before the first
    /// event, and of a program's stream, which is measured with the whole program.
    ///
    /// - Complexity: O(edges) and some thousand events.
    public func report(at moment: Moment) -> FlowReport? {
        guard !isProgram, moment.sequence > 0, let meter = flow.meter(after: moment.sequence, in: log) else { return nil }
        let reports = FlowReport.byPressure(meter.reports(at: moment.time, in: log))
        return reports.first { $0.verdict.kind != .unknown } ?? reports.first
    }
}
