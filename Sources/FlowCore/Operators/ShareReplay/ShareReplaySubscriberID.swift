/// Names one subscriber of a shared replay, by order of subscription, from 1.
struct ShareReplaySubscriberID: Hashable, Comparable, Sendable {
    let rawValue: Int

    static func < (lhs: ShareReplaySubscriberID, rhs: ShareReplaySubscriberID) -> Bool {
        lhs.rawValue < rhs.rawValue
    }
}
