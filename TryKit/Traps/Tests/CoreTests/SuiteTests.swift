import Foundation
import Testing
import XCTest

/// Makes a stream and reads it, for any test.
func consume() async {
    let (stream, producer) = AsyncStream<Int>.makeStream()
    producer.yield(1)
    producer.finish()
    for await _ in stream {}
}

private let mayFail = ProcessInfo.processInfo.environment["TRAPS_FAIL"] != nil

@Suite struct Suites {
    @Test(arguments: [1, 2, 3]) func cases(number: Int) async { await consume() }

    @Test func tasks() async {
        await withTaskGroup { group in
            for _ in 0..<8 { group.addTask { await consume() } }
        }
        await Task { await consume() }.value
    }

    @Test func detached() async { await Task.detached { await consume() }.value }

    @Test func fails() async {
        await consume()
        #expect(!mayFail)
    }

    @Test(.disabled()) func skipped() async { await consume() }
}

final class OldTests: XCTestCase {
    func testFails() async {
        await consume()
        XCTAssertFalse(mayFail)
    }

    func testPasses() async { await consume() }
}
