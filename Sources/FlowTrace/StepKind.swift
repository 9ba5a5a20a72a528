/// A step of a stream of Swift concurrency: the kinds of the family ``RecordFamily/steps``.
///
/// A task changes threads at every `await`, so its calls do not nest on one: a step opens and closes the call, and no other record follows.
/// The record names the edge by the number of the iterator or of the continuation: fresh for each, with the highest bit set, so that it is
/// no address. It names the *element* apart from that, by the number that its `yield` gave it, which it keeps until it is delivered; 0 for
/// none.
public enum StepKind: UInt8, CaseIterable, Sendable {
    /// A value passed the edge. The subkind is a ``StepFlags``.
    case value = 0x40
    /// The edge ended; a failure has a value, its text.
    case completion = 0x41
    /// `next()` was called: one value is asked for.
    case request = 0x42
    /// The consumer is gone, or its task was cancelled.
    case cancel = 0x43
    /// `yield` has returned: the stream keeps the element, or has handed it over.
    case kept = 0x44
    /// `yield` has returned: the stream dropped the element; it yielded the one in the word. With the element 0, the stream's
    /// buffer is unknown from here on. On an edge out of an operator: the operator dropped the value with this number among those
    /// that it got.
    case dropped = 0x45
    /// `yield` has returned: the stream had ended, and dropped the element. A channel drops an element if its `send` was
    /// cancelled, or still waited for a consumer when the channel ended.
    case refused = 0x46
    /// The `send` of the element has returned: its producer waits no longer. A ``refused`` comes before it where the value was discarded;
    /// otherwise a consumer has it, or will have it.
    case resumed = 0x47
    /// The last copy of the continuation is gone, and it has not finished its stream.
    case abandoned = 0x48
    /// The state of the stream or its consumer; the value is the text.
    case state = 0x49

    /// Whether it passes between two stages; if not, it is a stage's answer or remark.
    package var isSignal: Bool {
        switch self {
        case .value, .completion, .request, .cancel: true
        case .kept, .dropped, .refused, .resumed, .abandoned, .state: false
        }
    }
}

/// The subkind of a ``StepKind/value``.
public struct StepFlags: OptionSet, Sendable {
    /// The subkind.
    public let rawValue: UInt8

    /// Wraps the subkind of a record.
    public init(rawValue: UInt8) { self.rawValue = rawValue }

    /// An operator has made the value of several: in the place of the element stands how many.
    public static let counts = StepFlags(rawValue: 1)
}
