/// Why a value was lost. The list is closed; the raw values are the 3 flag bits of a `dropped` record.
public enum DropReason: UInt8, CaseIterable, Sendable {
    /// Nobody had asked for it.
    case noDemand = 1
    /// Nobody had subscribed.
    case noSubscriber = 2
    /// The buffer was full and gave up its oldest value.
    case overflowOldest = 3
    /// The buffer was full and refused the newest value.
    case overflowNewest = 4
    /// The stream failed while the value was held, or because of it.
    case error = 5
    /// The stream was cancelled while the value was held.
    case cancelled = 6
    /// A newer value took its place, as in debounce.
    case superseded = 7

    /// Whether what is lost for this reason may have been held; what nobody asked for, or a full buffer refused, never was, even
    /// where an equal value is.
    public var takesOutHeld: Bool {
        switch self {
        case .overflowOldest, .error, .cancelled, .superseded: true
        case .noDemand, .noSubscriber, .overflowNewest: false
        }
    }

    /// The words of the JSON Lines and the log.
    public var name: String {
        switch self {
        case .noDemand: "no demand"
        case .noSubscriber: "no subscriber"
        case .overflowOldest: "overflow: oldest"
        case .overflowNewest: "overflow: newest"
        case .error: "error"
        case .cancelled: "cancelled"
        case .superseded: "superseded"
        }
    }
}
