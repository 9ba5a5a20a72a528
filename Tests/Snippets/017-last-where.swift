import Combine

var subscriptions = Set<AnyCancellable>()
let numbers = PassthroughSubject<Int, Never>()

numbers
    .last(where: { $0 % 2 == 0 })
    .sink(
        receiveCompletion: { print("Completed with: \($0)") },
        receiveValue: { print($0) }
    )
    .store(in: &subscriptions)

for number in 1...5 {
    numbers.send(number)
}
numbers.send(completion: .finished)
