import FlowCombine
import FlowCore
import Synchronization

/// The pipelines to which one thread sends.
final class Group: @unchecked Sendable {  // only the thread sends, and the account is behind a lock
    /// What the pipelines did so far.
    struct Account {
        var pipelines = 0
        var sent = 0
        /// The number of values that the buffers of a fixed size dropped.
        var dropped = 0
        /// The number of values in the buffers without a size.
        var held = 0

        static func += (sum: inout Account, other: Account) {
            sum.pipelines += other.pipelines
            sum.sent += other.sent
            sum.dropped += other.dropped
            sum.held += other.held
        }
    }

    private var subjects: [PassthroughSubject<Int, Never>] = []
    private var sinks: [AnyCancellable] = []
    private var samplers: [PatientSink] = []
    private var growers: [PatientSink] = []
    private var idle: [PatientSink] = []
    private let shared = Mutex(Account())

    var account: Account { shared.withLock { $0 } }

    init(numbers: some Sequence<Int>) {
        for number in numbers {
            shared.withLock { $0.pipelines += 1 }
            if number % 100 == 3 {
                begin()
                continue
            }
            let subject = PassthroughSubject<Int, Never>()
            subjects.append(subject)
            switch number % 100 {
            case 0, 1: samplers.append(sample(subject))
            case 2: growers.append(keep(subject))
            default: sinks.append([count, scale, label, settle, pass][number % 5](subject))
            }
        }
    }

    /// Sends a value to each pipeline that has a subject.
    func send(_ round: Int) {
        for subject in subjects { subject.send(round) }
        if round % 10 == 0 { for sink in samplers { sink.request() } }
        if round % 2 == 0 { for sink in growers { sink.request() } }
        shared.withLock {
            $0.sent += subjects.count
            $0.dropped = samplers.reduce(0) { $0 + max(0, round + 1 - $1.received - Group.size) }
            $0.held = growers.reduce(0) { $0 + round + 1 - $1.received }
        }
    }

    // MARK: Pipelines that are well

    private func count(_ subject: PassthroughSubject<Int, Never>) -> AnyCancellable {
        subject.map { $0 + 1 }.filter { $0 >= 0 }.map { $0 * 2 }.sink { _ in }
    }

    private func scale(_ subject: PassthroughSubject<Int, Never>) -> AnyCancellable {
        subject.map(Double.init).map { $0 / 2 }.map { $0 + 0.5 }.sink { _ in }
    }

    private func label(_ subject: PassthroughSubject<Int, Never>) -> AnyCancellable {
        subject.compactMap { $0 }.scan(0) { $0 &+ $1 }.map { -$0 }.sink { _ in }
    }

    private func settle(_ subject: PassthroughSubject<Int, Never>) -> AnyCancellable {
        subject.removeDuplicates().map { $0 & 0xff }.replaceError(with: 0).sink { _ in }
    }

    private func pass(_ subject: PassthroughSubject<Int, Never>) -> AnyCancellable {
        subject.handleEvents(receiveOutput: { _ in }).map { $0 }.filter { _ in true }.sink { _ in }
    }

    // MARK: Pipelines that are not

    private static let size = 16

    private func sample(_ subject: PassthroughSubject<Int, Never>) -> PatientSink {
        let sink = PatientSink(first: 1)
        subject.map { $0 }.buffer(size: Group.size, prefetch: .byRequest, whenFull: .dropOldest).map { $0 }.subscribe(sink)
        return sink
    }

    private func keep(_ subject: PassthroughSubject<Int, Never>) -> PatientSink {
        let sink = PatientSink(first: 1)
        subject.map { $0 }.buffer(size: .max, prefetch: .byRequest, whenFull: .dropOldest).map { $0 }.subscribe(sink)
        return sink
    }

    private func begin() {
        let sink = PatientSink(first: 5)
        (1...1000).publisher.map { $0 }.filter { $0 > 0 }.map { $0 }.subscribe(sink)
        idle.append(sink)
    }
}
