import Combine

let numbers = (1...10_000).publisher

let c =
    numbers
    .ignoreOutput()
    .sink(
        receiveCompletion: { print("Completed with: \($0)") },
        receiveValue: { print($0) })
