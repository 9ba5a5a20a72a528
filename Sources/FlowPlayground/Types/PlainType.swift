/// A type that is made of no others.
public enum PlainType: String, CaseIterable, Hashable, Sendable {
    case void = "Void"
    case bool = "Bool"
    case int = "Int"
    case double = "Double"
    case string = "String"
    /// What a string is made of.
    case character = "Character"
    /// A stretch of time, as `.seconds(1)`.
    case duration = "Duration"
    /// A moment of the run's time.
    case moment = "Moment"
    /// How many values are asked for, as `.max(1)`.
    case demand = "Demand"
    /// Where time comes from; there is only the run's own.
    case scheduler = "Scheduler"
    /// A run loop's mode, which means nothing here.
    case mode = "Mode"
    /// A range with its end.
    case closedRange = "ClosedRange<Int>"
    /// A range without its end.
    case range = "Range<Int>"
    /// How a buffer asks.
    case prefetch = "PrefetchStrategy"
    /// The failure of a stream that cannot fail.
    case never = "Never"
    /// Any error.
    case error = "Error"
    /// The error that there is.
    case flowError = "FlowError"
    /// A subscription that can be cancelled.
    case cancellable = "Cancellable"
    /// How a stream ended.
    case completion = "Completion"
}
