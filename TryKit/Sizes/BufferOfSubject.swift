// A subject into Combine's buffer, and a subscriber that asks for one value at a time.
// The environment variable SIZE is the size.
import Dispatch
import Foundation
import OpenCombine
import OpenCombineDispatch

final class OneByOne: Subscriber {
    typealias Input = Int
    typealias Failure = Never
    private let queue = DispatchQueue(label: "work")
    let done = DispatchSemaphore(value: 0)

    func receive(subscription: any Subscription) { self.subscription = subscription; subscription.request(.max(1)) }
    private var subscription: (any Subscription)?
    func receive(_ input: Int) -> Subscribers.Demand {
        queue.asyncAfter(deadline: .now() + .milliseconds(24 + input % 5 * 4)) { self.subscription?.request(.max(1)) }
        return .none
    }
    func receive(completion: Subscribers.Completion<Never>) { done.signal() }
}

let size = ProcessInfo.processInfo.environment["SIZE"].flatMap { Int($0) } ?? 5
let subject = PassthroughSubject<Int, Never>()
let sink = OneByOne()
subject.buffer(size: size, prefetch: .byRequest, whenFull: .dropOldest).subscribe(sink)
let timer = DispatchQueue(label: "source")
for burst in 0..<30 {
    for index in 0..<(3 + burst % 9) { timer.sync { subject.send(burst * 100 + index) } }
    try await Task.sleep(for: .milliseconds(280))
}
subject.send(completion: .finished)
while sink.done.wait(timeout: .now()) == .timedOut { try await Task.sleep(for: .milliseconds(5)) }
