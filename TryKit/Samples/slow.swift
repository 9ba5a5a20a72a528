import Combine
import Foundation

// Values come every 10 ms; the work on each takes 50 ms, one at a time.
let work = DispatchQueue(label: "work")
let values = Timer.publish(every: 0.01, on: .main, in: .common)
    .autoconnect()
    .scan(0) { count, _ in count + 1 }
    .buffer(size: 8, prefetch: .byRequest, whenFull: .dropOldest)
    .flatMap(maxPublishers: .max(1)) { number in
        Just(number).delay(for: .milliseconds(50), scheduler: work)
    }
    .prefix(20)
    .sink(
        receiveCompletion: { print("ended: \($0)") },
        receiveValue: { _ in })
