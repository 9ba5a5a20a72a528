// A stream that takes its time for each value, pulled into a bounded buffer; a loop that takes longer for some.
// The environment variable SIZE is the size.
import AsyncAlgorithms
import Foundation

let size = ProcessInfo.processInfo.environment["SIZE"].flatMap { Int($0) } ?? 4

actor Readings {
    private var last = 0

    func next() async -> Int? {
        guard last < 200 else { return nil }
        try? await Task.sleep(for: .milliseconds(20))
        last += 1
        return last
    }
}

let readings = Readings()
for await value in AsyncStream(unfolding: { await readings.next() }).buffer(policy: .bounded(size)) {
    try await Task.sleep(for: .milliseconds(value % 10 == 0 ? 180 : 12))
}
