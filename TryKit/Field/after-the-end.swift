// The second subscriber comes after the end. It gets the end, and holds nobody back.
import Combine
let source = PassthroughSubject<Int, Never>()
let shared = source.share()
let early = shared.sink { print("early", $0) }
source.send(1)
source.send(completion: .finished)
let late = shared.sink(receiveCompletion: { _ in print("late: end") }, receiveValue: { print("late", $0) })
