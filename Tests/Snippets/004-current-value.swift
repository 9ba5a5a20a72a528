import Combine

var subscriptions = Set<AnyCancellable>()
let subject = CurrentValueSubject<Int, Never>(0)

subject
    .sink { print("First: \($0)") }
    .store(in: &subscriptions)

subject.send(1)
subject.send(2)
print("Current value is \(subject.value)")

subject.value = 3
print(subject.value)

subject
    .sink { print("Second: \($0)") }
    .store(in: &subscriptions)

subject.send(completion: .finished)
