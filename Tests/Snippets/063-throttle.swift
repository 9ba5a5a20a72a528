import Combine
import Foundation

let subject = PassthroughSubject<Int, Never>()

let c =
    subject
    .throttle(for: .milliseconds(250), scheduler: DispatchQueue.main, latest: true)
    .sink { print("throttled \($0)") }

for i in 0..<8 {
    DispatchQueue.main.asyncAfter(deadline: .now() + 0.1 * Double(i)) {
        subject.send(i)
    }
}
