/// A failure for streams under test.
enum TestFailure: Error, Equatable {
    case broken
}
