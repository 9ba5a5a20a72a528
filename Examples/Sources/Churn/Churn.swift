import Dispatch
import FlowCore
import FlowCombine
import Synchronization

#if canImport(Glibc)
    import Glibc
#elseif canImport(Musl)
    import Musl
#else
    import Darwin
#endif

/// A service in small, for watching it long: a few pipelines that never stop, 2,000 values a second, and some 300 subscriptions a second
/// that come and go.
///
/// One stage at a time is slow, by a schedule. Every second it prints which, and how many of its short subscriptions live, so that what a
/// viewer shows can be compared with what is the case.
final class Churn: Sendable {
    /// Which stage is slow.
    enum Phase: String, CaseIterable {
        case none, requests, sink
    }

    private struct Account {
        var phase = Phase.none
        var requests = 0
        var polls = 0
        var begun = 0
    }

    /// How many pipelines there are: all watchers are on the one of the sensors.
    private static let pipelines = 3
    /// How many watchers live at a time.
    private static let watchers = 20

    private let account = Mutex(Account())
    private let work = DispatchQueue(label: "work", attributes: .concurrent)
    private let delivery = DispatchQueue(label: "delivery")

    /// Runs for so many seconds, each phase for some of them.
    func run(seconds: Int, phase: Int) {
        let (orders, sensors, polls) = (
            PassthroughSubject<Int, Never>(), PassthroughSubject<Int, Never>(), PassthroughSubject<Int, Never>()
        )
        var pipelines = [ship(orders), watch(sensors), poll(polls)]
        defer { pipelines.removeAll() }
        let start = DispatchTime.now()
        for tick in 0..<(seconds * 200) {
            let time = tick / 200
            if tick % 200 == 0 { enter(Phase.allCases[time / phase % Phase.allCases.count], at: time) }
            orders.send(tick)
            for value in 0..<9 { sensors.send(tick * 9 + value) }
            if tick % 4 == 0 { polls.send(tick) }
            if tick % 4 == 2 { pipelines.append(lookAt(sensors)) }
            if pipelines.count > 3 + Churn.watchers { pipelines.remove(at: 3).cancel() }
            _ = DispatchSemaphore(value: 0).wait(timeout: start + .milliseconds(5 * (tick + 1)))
        }
    }

    private func enter(_ phase: Phase, at time: Int) {
        let account = account.withLock {
            $0.phase = phase
            return $0
        }
        print(
            "\(time) s: slow \(phase.rawValue), pipelines \(Churn.pipelines), requests \(account.requests), polls \(account.polls),",
            "begun \(account.begun)")
        // At once, also into a pipe.
        fflush(nil)
    }

    // MARK: Pipelines that stay

    /// Sends each order to a server that answers at most eight at a time, and delivers the answers.
    private func ship(_ orders: PassthroughSubject<Int, Never>) -> AnyCancellable {
        orders
            .buffer(size: 1000, prefetch: .byRequest, whenFull: .dropOldest)
            .flatMap(maxPublishers: .max(8)) { order in Deferred { self.request(order) } }
            .receive(on: DispatchQueue.OCombine(delivery))
            .sink { _ in self.deliver() }
    }

    private func watch(_ sensors: PassthroughSubject<Int, Never>) -> AnyCancellable {
        let shared = sensors.share()
        let settled = shared.filter { $0 % 9 == 0 }.debounce(for: .milliseconds(2), scheduler: DispatchQueue.OCombine(delivery))
        return shared.map { $0 / 9 }.combineLatest(settled).sink { _ in }
    }

    private func poll(_ polls: PassthroughSubject<Int, Never>) -> AnyCancellable {
        polls
            .flatMap { number in
                Deferred { self.ask(number) }.retry(2).catch { _ in Just(-1) }
            }
            .sink { _ in }
    }

    // MARK: Subscriptions that come and go

    private func lookAt(_ sensors: PassthroughSubject<Int, Never>) -> AnyCancellable {
        account.withLock { $0.begun += 1 }
        return sensors.filter { $0 % 2 == 0 }.map { $0 + 1 }.sink { _ in }
    }

    private func request(_ order: Int) -> Future<Int, Never> {
        let phase = account.withLock {
            $0.requests += 1
            $0.begun += 1
            return $0.phase
        }
        return answer(.success(order), after: phase == .requests ? 100 : 2) { $0.requests -= 1 }
    }

    /// Every fifth question is not answered the first time.
    private func ask(_ number: Int) -> Future<Int, NoAnswer> {
        let begun = account.withLock {
            $0.polls += 1
            $0.begun += 1
            return $0.begun
        }
        return answer(begun % 5 == 0 ? .failure(NoAnswer()) : .success(number), after: 1) { $0.polls -= 1 }
    }

    private func answer<Failure>(
        _ result: Result<Int, Failure>, after milliseconds: Int, _ count: @escaping @Sendable (inout Account) -> Void
    ) -> Future<Int, Failure> {
        Future { promise in
            nonisolated(unsafe) let promise = promise  // called once
            self.work.asyncAfter(deadline: .now() + .milliseconds(milliseconds)) {
                self.account.withLock { count(&$0) }
                promise(result)
            }
        }
    }

    private func deliver() {
        guard account.withLock({ $0.phase == .sink }) else { return }
        _ = DispatchSemaphore(value: 0).wait(timeout: .now() + .milliseconds(10))
    }
}

struct NoAnswer: Error {}
