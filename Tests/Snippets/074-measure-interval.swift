import Combine
import Foundation

let subject = PassthroughSubject<String, Never>()
var gaps = 0

let c =
    subject
    .measureInterval(using: DispatchQueue.main)
    .sink { _ in gaps += 1 }

subject.send("a")
subject.send("b")
print("\(gaps) gaps")
