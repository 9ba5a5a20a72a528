import Combine
import Foundation

let subject = PassthroughSubject<Int, Never>()

let c =
    subject
    .buffer(size: 2, prefetch: .byRequest, whenFull: .dropOldest)
    .flatMap(maxPublishers: .max(1)) { value in
        Just(value).delay(for: .milliseconds(100), scheduler: DispatchQueue.main)
    }
    .sink { print($0) }

(1...5).forEach { subject.send($0) }
