import Combine
import Foundation

enum TimeoutError: Error {
    case timedOut
}

let subject = PassthroughSubject<Void, TimeoutError>()

let c =
    subject
    .timeout(.milliseconds(300), scheduler: DispatchQueue.main, customError: { .timedOut })
    .sink(
        receiveCompletion: { print("completion: \($0)") },
        receiveValue: { print("value") })

DispatchQueue.main.asyncAfter(deadline: .now() + 0.1) {
    subject.send()
}
