import FlowModel
import FlowTrace

extension StreamModel {
    /// The stay in a store that an event ended.
    func item(endedBy entry: TraceEntry) -> HeldItem? {
        guard let lane = laneIndex(of: entry), let mark = lanes[lane].mark(of: entry.sequence) else { return nil }
        return lanes[lane].item(endedBy: mark)
    }

    /// How a value came into a store that now leaves it; `nil` where it was refused at the door.
    ///
    /// A store without a lane is looked through for the newest equal value, some thousands of events back.
    func arrival(endedBy entry: TraceEntry) -> (sequence: Int, time: TraceTime)? {
        if let item = item(endedBy: entry) { return (item.entered, item.enteredAt) }
        let isExit = entry.kind == .unbuffered || entry.kind == .dropped && entry.event.dropReason != .overflowNewest
        guard isExit, laneIndex(of: entry) == nil else { return nil }
        let value = log.value(of: entry)
        let near = log.entries(after: entry.sequence - 4096, upTo: entry.sequence - 1)
        let entered = near.last { $0.kind == .buffered && $0.edge == entry.edge && log.value(of: $0) == value }
        return entered.map { ($0.sequence, $0.time) }
    }

    /// The stay in a store that an event began.
    func item(begunBy entry: TraceEntry) -> HeldItem? {
        guard entry.kind == .buffered, let lane = laneIndex(of: entry) else { return nil }
        return lanes[lane].items(upTo: entry.sequence).last { $0.entered == entry.sequence }
    }

    /// The name of an event's lane; the label of its place where it stands on none.
    func place(of entry: TraceEntry) -> String {
        laneName(of: entry) ?? log.edge(entry.edge)?.label ?? ""
    }
}

extension LaneHistory {
    /// The event with which enough had been asked for to let the value `number` through, from 1; `nil` where that is not known.
    ///
    /// - Complexity: O(log *n*).
    func demandMark(forValue number: Int) -> Mark? {
        let index = marks.partitioningIndex { mark in
            (mark.totals.requested + mark.totals.returned).count.map { $0 >= number } ?? true
        }
        guard marks.indices.contains(index) else { return nil }
        return marks[index].kind == .request || marks[index].kind == .returned ? marks[index] : nil
    }
}
