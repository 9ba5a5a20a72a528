/// A conclusion: a loop of the program feeds a stream. Between two calls of `next`, the loop's task was the first to yield to the stream from
/// some place in the code.
package struct LoopLink: Hashable, Sendable {
    /// The edge into the loop.
    package let loop: EdgeID
    /// The edge into the stream.
    package let stream: EdgeID
    /// The number of the last event before it was known.
    package let sequence: Int
}

/// The links of a trace, by either end.
package struct LoopLinks: Sendable {
    private var ofLoop: [EdgeID: [LoopLink]] = [:]
    private var ofStream: [EdgeID: [LoopLink]] = [:]

    /// The most loops of a stream, and streams of a loop.
    private static let mostLoops = 64
    private static let mostStreams = 4_096
    /// The most tasks of a stream to tell apart.
    private static let mostTasks = 64

    /// All links, in the order in which they became known.
    package private(set) var all: [LoopLink] = []

    /// The streams that got a further known task, in that order.
    package private(set) var taskChanges: [EdgeID] = []

    /// The tasks that feed a stream, as far as places in the code tell: the first task at each place.
    private var tasks: [EdgeID: Set<UInt64>] = [:]

    package var isEmpty: Bool { ofLoop.isEmpty }

    /// The streams that a loop feeds, in the order in which that became known.
    package func links(fromLoop edge: EdgeID) -> [LoopLink] { ofLoop[edge] ?? [] }

    /// The loops that feed a stream.
    package func links(toStream edge: EdgeID) -> [LoopLink] { ofStream[edge] ?? [] }

    /// The number of tasks that are known to feed a stream; `nil` if one of them is unknown, or if there are too many.
    package func taskCount(feeding stream: EdgeID) -> Int? {
        guard let known = tasks[stream], !known.contains(0), known.count < LoopLinks.mostTasks else { return nil }
        return known.count
    }

    /// Adds a task that feeds a stream; 0 if it is unknown.
    mutating func feed(_ stream: EdgeID, in task: UInt64) {
        guard tasks[stream, default: []].count < LoopLinks.mostTasks else { return }
        if tasks[stream, default: []].insert(task).inserted { taskChanges.append(stream) }
    }

    /// Adds a link that is new, unless there are too many.
    mutating func add(_ link: LoopLink) {
        guard links(toStream: link.stream).count < LoopLinks.mostLoops, links(fromLoop: link.loop).count < LoopLinks.mostStreams,
            !links(toStream: link.stream).contains(where: { $0.loop == link.loop })
        else { return }
        ofLoop[link.loop, default: []].append(link)
        ofStream[link.stream, default: []].append(link)
        all.append(link)
    }
}
