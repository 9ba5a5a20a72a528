import Core
import Testing
import XCTest

@Test func threeWords() async throws {
    var count = 0
    for await _ in try words() { count += 1 }
    #expect(count == 3)
}

final class CoreTests: XCTestCase {
    func testWords() async throws {
        let kept = try await words().removeDuplicates()
        XCTAssertEqual(kept, ["one", "two", "three"])
    }
}
