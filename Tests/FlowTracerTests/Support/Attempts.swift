import OpenCombineShim

/// Fails twice, then works.
final class Attempts {
    private var count = 0

    static var failing: Record<Int, TestFailure> { Record<Int, TestFailure>(output: [1], completion: .failure(TestFailure())) }
    static var working: Record<Int, TestFailure> { Record<Int, TestFailure>(output: [2, 3], completion: .finished) }

    func next() -> Record<Int, TestFailure> {
        count += 1
        return count < 3 ? Attempts.failing : Attempts.working
    }
}
