import FlowCore

/// Why a closure gives no value.
enum Stop: Error {
    /// It threw: the stream fails.
    case thrown(FlowError)
    /// It cannot go on: the run ends, and no operator hears of it.
    case fault(Problem)
}
