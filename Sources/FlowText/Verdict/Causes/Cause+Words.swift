import FlowAnalysis
import FlowModel

extension Cause {
    /// The words of the cause, each written in the file of its type.
    var words: VerdictWords {
        switch self {
        case .deadlyCall(let cause): cause.words
        case .readerLeft(let cause): cause.words
        case .unreadStream(let cause): cause.words
        case .laterInput(let cause): cause.words
        case .busyExecutor(let cause): cause.words
        case .blockedSink(let cause): cause.words
        case .silentDebounce(let cause): cause.words
        }
    }
}

extension HeldCount {
    /// `it holds 76 and grows`.
    func holds(isGrowing: Bool) -> String { "it holds \(words)\(isGrowing ? " and grows" : "")" }
}
