/// A step of a stream of Swift concurrency: the kinds of the family ``RecordFamily/steps``.
///
/// A task may change threads at every `await`, so its calls do not nest: each step is one record. The record names the edge by
/// the unique number of the iterator or the continuation; the number's highest bit is set, which no address has. It also names
/// the *element*, by the number that the element has from its `yield` to its delivery; 0 for none.
public enum StepKind: UInt8, CaseIterable, Sendable {
    /// A value passed the edge. The subkind is a ``StepFlags``.
    case value = 0x40
    /// The edge ended; the value of a failure is its text.
    case completion = 0x41
    /// `next()` was called: it requests one value.
    case request = 0x42
    /// The consumer is gone, or its task was cancelled.
    case cancel = 0x43
    /// `yield` has returned: the stream buffered the element, or delivered it.
    case kept = 0x44
    /// `yield` has returned: the stream dropped the element; the payload word is the number of the yielded element. If the
    /// element is 0, the stream's buffer is unknown from here on. On an operator's output: the operator dropped the input value
    /// with this number.
    case dropped = 0x45
    /// `yield` has returned: the stream had ended, and dropped the element. A channel drops an element if its `send` was
    /// cancelled, or was still waiting for a consumer at the channel's end.
    case refused = 0x46
    /// The `send` of the element has returned: its producer no longer waits. A preceding ``refused`` means that the value was
    /// dropped; otherwise a consumer gets it.
    case resumed = 0x47
    /// The last copy of the continuation was released before its stream was finished.
    case abandoned = 0x48
    /// The state of the stream or its consumer; the value is the text.
    case state = 0x49

    /// Whether it is a signal between two stages, and not a stage's answer or remark.
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

    /// An operator made the value from several input values; the element field is their number.
    public static let counts = StepFlags(rawValue: 1)
}
