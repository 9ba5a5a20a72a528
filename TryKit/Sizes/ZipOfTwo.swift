// Two subjects that are zipped. The first, of a thread of its own, sends a value each PACE milliseconds, an environment variable, and finishes
// after 200; the second sends one each 10 ms.
import Dispatch
import Foundation
import OpenCombine

let pace = ProcessInfo.processInfo.environment["PACE"].flatMap { Double($0) } ?? 8
let (paced, steady) = (PassthroughSubject<Int, Never>(), PassthroughSubject<Int, Never>())
let sink = paced.zip(steady).sink { _ in }
DispatchQueue.global().async {
    for value in 0..<200 {
        paced.send(value)
        Thread.sleep(forTimeInterval: pace / 1_000)
    }
    paced.send(completion: .finished)
}
for value in 0..<340 {
    steady.send(value)
    Thread.sleep(forTimeInterval: 0.01)
}
sink.cancel()
