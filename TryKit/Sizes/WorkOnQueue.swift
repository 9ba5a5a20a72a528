// A subject whose values are worked on by a queue: a long piece of work for each tenth value, a short one for the others.
// The environment variable PACE is the time between two values in milliseconds.
import Dispatch
import Foundation
import OpenCombine
import OpenCombineDispatch

let pace = ProcessInfo.processInfo.environment["PACE"].flatMap { Double($0) } ?? 12
let subject = PassthroughSubject<Int, Never>()
let done = DispatchSemaphore(value: 0)
let sink = subject.receive(on: DispatchQueue(label: "work").ocombine)
    .sink { _ in
        done.signal()
    } receiveValue: { value in
        Thread.sleep(forTimeInterval: value % 10 == 0 ? 0.06 : 0.005)
    }
for value in 0..<300 {
    subject.send(value)
    Thread.sleep(forTimeInterval: pace / 1_000)
}
subject.send(completion: .finished)
done.wait()
sink.cancel()
