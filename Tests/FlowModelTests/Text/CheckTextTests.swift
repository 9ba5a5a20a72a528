import FlowTrace
import Testing
@testable import FlowAnalysis
@testable import FlowModel
@testable import FlowText

@Suite("Words of a failed check")
struct CheckTextTests {
    @Test(arguments: [
        (HeldCount(1), "1 value was"), (HeldCount(2), "2 values were"), (HeldCount(1, isLeast: true), "at least 1 value was"),
        (HeldCount(0, isLeast: true), "an unknown number of values were"),
    ])
    func `the verb goes with the number of values left, also where it is the least that may be`(held: HeldCount, words: String) {
        let failure = CheckFailure(
            .broken, .noDrops(), time: .zero, .unread(held, at: "buffer", isSubscribed: false))

        #expect(failure.text == "nobody ever read buffer: \(words) left in it")
    }
}
