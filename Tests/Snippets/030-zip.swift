import Combine

let numbers = PassthroughSubject<Int, Never>()
let letters = PassthroughSubject<String, Never>()

let cancellable =
    numbers
    .zip(letters)
    .sink(
        receiveCompletion: { _ in print("Completed") },
        receiveValue: { print("P1: \($0), P2: \($1)") })

numbers.send(1)
numbers.send(2)
letters.send("a")
letters.send("b")
numbers.send(3)
letters.send("c")
letters.send("d")
numbers.send(completion: .finished)
letters.send(completion: .finished)
