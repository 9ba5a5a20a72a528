import FlowTestSupport
import FlowCombine

/// A small program: some long-lived pipelines, and short ones that begin and end at random on their values.
final class Churn {
    private var chance: SeededChance
    private let orders = PassthroughSubject<Int, Never>()
    private let sensors = PassthroughSubject<Int, Never>()
    private let queries = PassthroughSubject<Int, Never>()
    private lazy var shared = sensors.share()
    private var answers: [PassthroughSubject<Int, TestFailure>] = []
    private var watchers: [AnyCancellable] = []
    private var pipelines: [AnyCancellable] = []

    init(seed: UInt64) {
        chance = SeededChance(seed: seed)
        pipelines = [
            orders.buffer(size: 8, prefetch: .byRequest, whenFull: .dropOldest)
                .flatMap(maxPublishers: .max(3)) { [unowned self] order in answer(order) }
                .sink { _ in },
            shared.map { $0 / 2 }.combineLatest(shared.filter { $0 % 3 == 0 }).sink { _ in },
            queries.map { [unowned self] query in answer(query) }.switchToLatest().sink { _ in },
        ]
    }

    /// An answer that arrives later. It may fail the first time, and is then requested again.
    private func answer(_ order: Int) -> AnyPublisher<Int, Never> {
        Deferred { [unowned self] in
            let answer = PassthroughSubject<Int, TestFailure>()
            answers.append(answer)
            return answer
        }
        .retry(1).replaceError(with: -order).eraseToAnyPublisher()
    }

    func step(_ number: Int) {
        switch chance.below(9) {
        case 0: orders.send(number)
        case 1: sensors.send(number)
        case 2 where watchers.count < 8: watchers.append(watch())
        case 3 where watchers.count > 4: watchers.remove(at: chance.below(watchers.count)).cancel()
        case 4 where !answers.isEmpty:
            let answer = answers.remove(at: chance.below(answers.count))
            answer.send(number)
            answer.send(completion: .finished)
        case 5 where !answers.isEmpty:
            answers.remove(at: chance.below(answers.count)).send(completion: .failure(TestFailure()))
        case 6: queries.send(number)
        case 7: pair(number)
        case 8: count(to: number % 7)
        default: break
        }
    }

    /// Ends the short-lived subscriptions, which restores the initial state.
    func settle() {
        watchers.removeAll()
        while !answers.isEmpty { answers.removeFirst().send(completion: .finished) }
    }

    private func watch() -> AnyCancellable {
        switch chance.below(3) {
        case 0: shared.map { $0 + 1 }.sink { _ in }
        case 1: sensors.zip(shared).prefix(3).sink { _ in }
        default: sensors.filter { $0 % 2 == 0 }.map { $0 + 1 }.sink { _ in }
        }
    }

    /// Two subjects, paired. Both end immediately, although one has sent more values than the other.
    private func pair(_ number: Int) {
        let (left, right) = (PassthroughSubject<Int, Never>(), PassthroughSubject<Int, Never>())
        let end = left.zip(right).map { $0 + $1 }.merge(with: sensors).sink { _ in }
        for value in 0..<number % 4 { left.send(value) }
        right.send(number)
        end.cancel()
    }

    /// Numbers that arrive immediately, and may end with a failure.
    private func count(to last: Int) {
        let end = (0...last).publisher.tryMap { try TestFailure.unless($0 < 6, $0) }.collect(2).catch { _ in Just([]) }.sink {
            _ in
        }
        end.cancel()
    }
}
