import Dispatch
import Synchronization

#if canImport(Glibc)
    import Glibc
#elseif canImport(Musl)
    import Musl
#else
    import Darwin
#endif

/// Many pipelines at a time, for watching a large program: as a rule 2,500 of four subscriptions each, to which four threads send a
/// million events a second.
///
/// Of each hundred pipelines, two drop nine of ten values, one holds more and more, and one has a sink that takes five values and no more.
/// Every second the program prints what it did, so that a viewer can be compared with it.
final class Crowd: Sendable {
    private static let threads = 4

    private let groups: [Group]

    init(pipelines: Int) {
        groups = (0..<Crowd.threads).map { Group(numbers: stride(from: $0, to: pipelines, by: Crowd.threads)) }
    }

    /// Sends one value to each pipeline in each round, for so many seconds, and is idle for ten more.
    func run(seconds: Int, rounds: Int) {
        let start = DispatchTime.now() + .seconds(1)
        for (thread, group) in groups.enumerated() {
            DispatchQueue(label: "crowd.\(thread)").async {
                for round in 0..<(seconds * rounds) {
                    group.send(round)
                    _ = DispatchSemaphore(value: 0).wait(timeout: start + .nanoseconds(1_000_000_000 / rounds * (round + 1)))
                }
            }
        }
        for second in 1...(seconds + 10) {
            _ = DispatchSemaphore(value: 0).wait(timeout: start + .seconds(second))
            printAccount(at: second)
        }
    }

    private func printAccount(at second: Int) {
        let account = groups.reduce(into: Group.Account()) { $0 += $1.account }
        print(
            "\(second) s: pipelines \(account.pipelines), sent \(account.sent), dropped \(account.dropped), held \(account.held)")
        // At once, also into a pipe.
        fflush(nil)
    }
}
