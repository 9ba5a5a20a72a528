import FlowCombine

/// The policy of a full buffer.
enum FullBuffer: String {
    case dropOldest, dropNewest, customError

    /// The strategies for streams that cannot fail.
    static let withoutFailure: [FullBuffer] = [.dropOldest, .dropNewest]
    /// All strategies, in the order of their numbers.
    static let all: [FullBuffer] = withoutFailure + [.customError]

    /// The strategy that the number `strategy` selects.
    init(_ numbers: Numbers) { self = FullBuffer.all[numbers.count("strategy")] }

    /// OpenCombine's strategy for a stream that cannot fail.
    var withoutFailure: Publishers.BufferingStrategy<Never> { self == .dropNewest ? .dropNewest : .dropOldest }

    /// OpenCombine's strategy for a stream that can fail.
    var strategy: Publishers.BufferingStrategy<BufferIsFull> {
        switch self {
        case .dropOldest: .dropOldest
        case .dropNewest: .dropNewest
        case .customError: .customError { BufferIsFull() }
        }
    }
}

/// The error of a buffer that fails on overflow.
struct BufferIsFull: Error, CustomStringConvertible {
    var description: String { "the buffer is full" }
}
