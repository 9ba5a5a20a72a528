import FlowTrace

/// A stream that a loop feeds, from the viewpoint of the loop: it waits in a send while the stream does not take the value.
struct LoopSend: Sendable {
    /// The stages of the loop and of the stream.
    let loop: Int
    let stream: Int
    /// The index of the edge into the stream.
    let edge: Int
    /// The number of tasks that feed the stream. With one send that waits for each of them, the loop's own waits.
    var tasks: Int
    var isOpen = false
}

/// The sends and writes in which loops wait.
extension UtilizationMeter {
    /// Adds the links between loops and streams that were known before an event.
    mutating func connectSends(before sequence: Int, in log: TraceLog) {
        let links = log.loopLinks
        while knownLinks < links.all.count, links.all[knownLinks].sequence < sequence {
            let link = links.all[knownLinks]
            knownLinks += 1
            guard let above = index(of: link.loop), let loop = edges[above].lower, let edge = index(of: link.stream),
                let stream = edges[edge].lower, loop != stream
            else { continue }
            sendsTo[stream, default: []].append(sends.count)
            sends.append(LoopSend(loop: loop, stream: stream, edge: edge, tasks: .max))
            countTasks(feeding: link.stream, links)
        }
        while knownTasks < links.taskChanges.count {
            knownTasks += 1
            countTasks(feeding: links.taskChanges[knownTasks - 1], links)
        }
    }

    private mutating func countTasks(feeding id: EdgeID, _ links: LoopLinks) {
        guard let edge = index(of: id), let stream = edges[edge].lower else { return }
        let count = links.taskCount(feeding: id) ?? .max
        for number in sendsTo[stream] ?? [] where sends[number].edge == edge { sends[number].tasks = count }
        updateSends(to: stream)
    }

    /// Updates the loops that feed a stream: each waits while the stream holds its send.
    mutating func updateSends(to stream: Int) {
        guard !sendsTo.isEmpty, let known = sendsTo[stream] else { return }
        let held = stages[stream].producers.isEmpty ? 0 : stages[stream].held
        for number in known {
            let send = sends[number]
            let isOpen = max(held, edges[send.edge].waits) >= send.tasks
            guard isOpen != send.isOpen else { continue }
            stages[send.loop].settle(to: now)
            stages[send.loop].openSends += isOpen ? 1 : -1
            sends[number].isOpen = isOpen
        }
    }
}
