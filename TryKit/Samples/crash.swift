import Combine

let numbers = PassthroughSubject<Int, Never>()
let subscription = numbers
    .map { 10 / $0 }
    .sink { print("got \($0)") }
for number in [5, 2, 0, 1] { numbers.send(number) }
