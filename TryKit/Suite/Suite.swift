import Synchronization
import Testing
import XCTest

// Tells flowviz's agent which test runs. `flowviz try --suite` compiles this file as a library with the toolchain's own Testing and
// XCTest, and the agent loads it into the process of the tests. It prints nothing, and changes no test.

/// The test of XCTest that runs: one at a time.
private let running = Mutex<String?>(nil)
/// Told of the end of each test of XCTest: its name, and the number of its outcome.
private typealias Report = @convention(c) (UnsafePointer<CChar>, UInt8) -> Void
private let report = Mutex<Report?>(nil)

private final class Observer: XCTestObservation {
    func testBundleWillStart(_ testBundle: Bundle) {}
    func testBundleDidFinish(_ testBundle: Bundle) {}
    func testSuiteWillStart(_ testSuite: XCTestSuite) {}
    func testSuiteDidFinish(_ testSuite: XCTestSuite) {}
    func testCase(
        _ testCase: XCTestCase, didFailWithDescription description: String, inFile filePath: String?, atLine lineNumber: Int
    ) {}

    func testCaseWillStart(_ testCase: XCTestCase) {
        let name = testCase.name
        running.withLock { $0 = name }
    }

    func testCaseDidFinish(_ testCase: XCTestCase) {
        running.withLock { $0 = nil }
        guard let run = testCase.testRun else { return }
        let outcome: UInt8 = run.hasBeenSkipped ? 3 : run.hasSucceeded ? 1 : 2
        report.withLock { $0 }?(testCase.name, outcome)
    }
}

/// Begins to observe the tests of XCTest.
@_cdecl("flowviz_suite_begin")
public func begin(_ told: @convention(c) (UnsafePointer<CChar>, UInt8) -> Void) {
    report.withLock { $0 = told }
    XCTestObservationCenter.shared.addTestObserver(Observer())
}

/// Writes the name of the test in which this code runs to a buffer.
///
/// Child tasks inherit a test of Swift Testing, and detached tasks do not.
@_cdecl("flowviz_suite_test")
public func test(_ bytes: UnsafeMutablePointer<UInt8>, _ size: Int) -> Int {
    guard let name = Test.current.map({ $0.id.description }) ?? running.withLock({ $0 }) else { return 0 }
    let buffer = UnsafeMutableBufferPointer(start: bytes, count: size)
    _ = buffer.update(fromContentsOf: name.utf8.prefix(size))
    return name.utf8.count
}
