// A subject that is fed by an upstream, and sent to by hand: nothing is lost, and nothing is counted twice.
import Combine
let source = PassthroughSubject<Int, Never>()
let subject = PassthroughSubject<Int, Never>()
let feed = source.map { $0 * 10 }.subscribe(subject)
var got: [Int] = []
let sink = subject.sink { got.append($0) }
for number in 1...3 {
    source.send(number)
    subject.send(number)
}
subject.send(completion: .finished)
source.send(completion: .finished)
print(got)
