import FlowSizing
import FlowTrace
import FlowViews

/// The store of a lane of a program, which can be foretold with other sizes.
package struct LaneStore {
    /// The events of a program.
    package struct Records {
        let log: TraceLog
        /// Whether they begin with the program's first event, without gaps.
        let isWhole: Bool

        package init(_ log: TraceLog, isWhole: Bool) { (self.log, self.isWhole) = (log, isWhole) }

        /// The number of events.
        package var count: Int { log.count }
    }

    private let edge: EdgeID
    private let end: TraceTime
    private let forecaster: Forecaster
    /// The sizes to choose from, in order.
    private let sizes: [Int]
    /// The smallest size with which values pass.
    package let smallestSize: Int

    /// - Parameter edge: The edge of the lane.
    /// - Complexity: O(events), read twice.
    package init?(ofLane edge: EdgeID, in records: Records) {
        let log = records.log
        guard let fact = log.edge(edge), fact.role != .link, let node = fact.upstream else { return nil }
        var survey = StoreSurvey()
        for entry in log.entries { survey.fold(entry, in: log) }
        var reader = StoreReader(survey)
        for entry in log.entries { reader.fold(entry, in: log) }
        self.edge = edge
        end = log.entries.last?.time ?? .zero
        guard let history = reader.history(of: node, until: end, hasGaps: !records.isWhole) else { return nil }
        forecaster = Forecaster(history)
        let smallest = forecaster.smallestSize
        sizes = SizeReport.sizes(upTo: forecaster.smallestLossless, of: history).filter { $0 >= smallest }
        smallestSize = smallest
    }

    /// The name of the stage.
    package var name: String { forecaster.history.name }

    /// The recorded size; `nil` without a limit.
    package var ownSize: Int? { forecaster.history.capacity }

    /// The reason to foretell nothing; `nil` if there is none.
    package var doubt: String? { forecaster.history.keeping?.words ?? forecaster.doubt?.words }

    /// The next size in a direction; `nil` if there is none.
    ///
    /// - Parameter size: The current size; `nil` without a limit.
    package func size(after size: Int?, up: Bool) -> Int? {
        guard let size else { return up ? nil : sizes.last }
        return up ? sizes.first { $0 > size } : sizes.last { $0 < size }
    }

    /// What it would hold with another size.
    package func lane(ofSize size: Int) -> ForetoldLane {
        var plan = forecaster.plan
        plan.capacity = size
        return ForetoldLane(of: edge, size: size, forecaster.states(plan), until: end)
    }
}
