import FlowCore
import OpenCombineShim

/// A stage of a chain whose verdict is known.
enum ChainStage: String, CaseIterable {
    case map, filter, scan, buffer, fullBuffer, boundedBuffer, receiveOn, delay, pace, flatMap, flatMapMany

    /// The share of values that a filter lets through, wherever it stands.
    static let passedByFilter = 0.75

    /// Those that ask for as much as they can get, whatever is asked of them.
    var isGreedy: Bool {
        self == .buffer || self == .boundedBuffer
    }

    /// Leaves out every fourth value that comes to it, whatever those above left out.
    private func leavingOutFourth() -> (Int) -> Bool {
        var count = 0
        return { _ in
            count += 1
            return !count.isMultiple(of: 4)
        }
    }

    /// Puts the stage below a publisher.
    func applied(
        to upstream: AnyPublisher<Int, Never>, time: VirtualTime.Stride, on scheduler: VirtualTimeScheduler
    ) -> AnyPublisher<Int, Never> {
        switch self {
        case .map: upstream.map { $0 + 1 }.eraseToAnyPublisher()
        case .filter: upstream.filter(leavingOutFourth()).eraseToAnyPublisher()
        case .scan: upstream.scan(0) { _, value in value }.eraseToAnyPublisher()
        case .buffer: upstream.buffer(size: 100_000, prefetch: .byRequest, whenFull: .dropNewest).eraseToAnyPublisher()
        case .boundedBuffer: upstream.buffer(size: 8, prefetch: .byRequest, whenFull: .dropOldest).eraseToAnyPublisher()
        case .fullBuffer: upstream.buffer(size: 4, prefetch: .keepFull, whenFull: .dropOldest).eraseToAnyPublisher()
        case .receiveOn: upstream.receive(on: SerialQueue(scheduler, service: time)).eraseToAnyPublisher()
        case .delay: upstream.delay(for: time, scheduler: scheduler).eraseToAnyPublisher()
        case .pace: upstream.pace(time, scheduler: scheduler).eraseToAnyPublisher()
        case .flatMap:
            upstream.flatMap(maxPublishers: .max(1)) { Just($0).delay(for: time, scheduler: scheduler) }.eraseToAnyPublisher()
        case .flatMapMany: upstream.flatMap { Just($0).delay(for: time, scheduler: scheduler) }.eraseToAnyPublisher()
        }
    }
}
