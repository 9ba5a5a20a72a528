import Combine

var subscriptions = Set<AnyCancellable>()

let subject = PassthroughSubject<String, Never>()

subject
    .sink(
        receiveCompletion: { print("Completion: \($0)") },
        receiveValue: { print("Value: \($0)") }
    )
    .store(in: &subscriptions)

subject.send("Hello")
subject.send("World")
subject.send(completion: .finished)
subject.send("Anyone there?")
