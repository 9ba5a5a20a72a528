import FlowCore
import OpenCombineShim

/// A source that sends whole numbers one after the other, and remembers which comes next.
final class NumberSource<Failure: Error> {
    /// What to subscribe to.
    let subject: ProbedSubject<PassthroughSubject<Int, Failure>>

    private var next: Int

    init(_ subject: ProbedSubject<PassthroughSubject<Int, Failure>>, first: Int) {
        self.subject = subject
        next = first
    }

    /// Whether the source has finished or failed.
    var hasEnded: Bool {
        subject.hasEnded
    }

    /// Sends the next number.
    func sendNext() {
        send(next)
    }

    /// Sends a number; the one after it is next.
    func send(_ number: Int) {
        next = number == .max ? number : number + 1
        subject.send(number)
    }

    /// Ends the stream.
    func finish() {
        subject.send(completion: .finished)
    }
}
