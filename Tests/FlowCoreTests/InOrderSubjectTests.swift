import FlowCore
import FlowTestSupport
import FlowCombine
import Testing

@Suite("InOrderSubject")
struct InOrderSubjectTests {
    @Test func `subscribers are served in the order in which they came`() {
        let subject = InOrderSubject<Int, Never>()
        var seen: [String] = []
        let subscriptions = (1...20).map { number in subject.sink { seen.append("\(number): \($0)") } }

        subject.send(7)

        #expect(seen == (1...20).map { "\($0): 7" })
        withExtendedLifetime(subscriptions) {}
    }

    @Test func `who has not asked loses the value, as with a PassthroughSubject`() {
        let scheduler = VirtualTimeScheduler()
        let subject = InOrderSubject<Int, Never>()
        let output = RecordingSubscriber<Int, Never>(on: scheduler)
        subject.subscribe(output)

        subject.send(1)
        output.request(.max(1))
        subject.send(2)
        subject.send(completion: .finished)

        #expect(
            output.history == [
                .at(0, .subscribed), .at(0, .requested(.max(1))), .at(0, .value(2)), .at(0, .completion(.finished)),
            ])
    }

    @Test func `who comes after the end gets the end`() {
        let scheduler = VirtualTimeScheduler()
        let subject = InOrderSubject<Int, Never>()
        subject.send(completion: .finished)
        let output = RecordingSubscriber<Int, Never>(on: scheduler, demand: .unlimited)

        subject.subscribe(output)

        #expect(output.history.last == .at(0, .completion(.finished)))
    }

    @Test func `an upstream is asked for everything once somebody asks`() {
        let subject = InOrderSubject<Int, Never>()
        let output = RecordingSubscriber<Int, Never>(on: VirtualTimeScheduler())
        subject.subscribe(output)
        let upstream = [1, 2, 3].publisher.subscribe(subject)

        #expect(output.history.count == 1)
        output.request(.max(2))

        #expect(
            output.history.map(\.signal) == [
                .subscribed, .requested(.max(2)), .value(1), .value(2), .completion(.finished),
            ])
        withExtendedLifetime(upstream) {}
    }

    @Test func `who has left gets nothing`() {
        let subject = InOrderSubject<Int, Never>()
        var seen: [Int] = []
        let first = subject.sink { seen.append($0) }
        let second = subject.sink { seen.append($0 * 10) }

        first.cancel()
        subject.send(1)

        #expect(seen == [10])
        withExtendedLifetime(second) {}
    }
}
