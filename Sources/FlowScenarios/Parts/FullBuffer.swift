import OpenCombineShim

/// What a buffer does that is full.
enum FullBuffer: String {
    case dropOldest, dropNewest, customError

    /// All but ``customError``, for streams that cannot fail.
    static let withoutFailure: [FullBuffer] = [.dropOldest, .dropNewest]
    /// All, in the order of their numbers.
    static let all: [FullBuffer] = withoutFailure + [.customError]

    /// The strategy that the number `strategy` stands for.
    init(_ numbers: Numbers) {
        self = FullBuffer.all[numbers.count("strategy")]
    }

    /// As OpenCombine takes it in a stream that cannot fail.
    var withoutFailure: Publishers.BufferingStrategy<Never> {
        self == .dropNewest ? .dropNewest : .dropOldest
    }

    /// As OpenCombine takes it.
    var strategy: Publishers.BufferingStrategy<BufferIsFull> {
        switch self {
        case .dropOldest: .dropOldest
        case .dropNewest: .dropNewest
        case .customError: .customError { BufferIsFull() }
        }
    }
}
