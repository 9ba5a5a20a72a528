import FlowTrace
import LibC

/// Learns which test of this process runs, and how each test ends, while `flowviz try --suite` runs the tests of a package.
///
/// A library that `try` has compiled with the toolchain's testing libraries tells the running test, and the ends of the tests of XCTest.
/// The ends of the tests of Swift Testing are in the file of events that it writes at SwiftPM's request.
final class SuiteReports: Sendable {
    private let target: TraceTarget
    private let events: LockedBox<TestEvents>

    /// The library's path, and that of the file of events.
    private static let variables = (library: "FLOWVIZ_SUITE_LIBRARY", events: "FLOWVIZ_SUITE_EVENTS")
    /// The libraries of the toolchain that must be in the process already: the process may have another Testing instead.
    private static let needed = ["libTesting.so", "libXCTest.so"]

    /// The recorder of the process's tests, for the callback from C.
    private static let reported = LockedBox<TraceTarget?>(nil)

    /// Returns `nil` if this is no process of a package's tests.
    init?(for target: TraceTarget) {
        let (library, events) = SuiteReports.variables
        guard let path = getenv(library).map({ String(cString: $0) }), let file = getenv(events).map({ String(cString: $0) })
        else {
            return nil
        }
        // Programs that the tests start are none of theirs.
        unsetenv(library)
        unsetenv(events)
        self.target = target
        self.events = LockedBox(TestEvents(of: file))
        guard SuiteReports.needed.allSatisfy(SuiteReports.isLoaded), let suite = dlopen(path, RTLD_NOW | RTLD_LOCAL),
            let begin = dlsym(suite, "flowviz_suite_begin"), let test = dlsym(suite, "flowviz_suite_test")
        else { return nil }
        typealias Report = @convention(c) (UnsafePointer<CChar>, UInt8) -> Void
        SuiteReports.reported.withLock { $0 = target }
        let report: Report = { name, outcome in
            guard let outcome = TestOutcome(rawValue: outcome), let target = SuiteReports.reported.withLock({ $0 }) else {
                return
            }
            target.recordEnd(ofTest: String(cString: name), outcome)
        }
        unsafeBitCast(begin, to: (@convention(c) (Report) -> Void).self)(report)
        RunningTest.read(by: unsafeBitCast(test, to: RunningTest.Reader.self))
    }

    private static func isLoaded(_ library: String) -> Bool {
        guard let handle = dlopen(library, RTLD_LAZY | RTLD_NOLOAD) else { return false }
        dlclose(handle)
        return true
    }

    /// Records the ends of tests that Swift Testing has reported since the last call.
    func readOn() {
        let ends = events.withLock { $0.next() }
        for end in ends { target.recordEnd(ofTest: end.test, end.outcome) }
    }
}
