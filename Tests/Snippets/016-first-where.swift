import Combine

let numbers = (1...9).publisher

let c =
    numbers
    .print("numbers")
    .first(where: { $0 % 2 == 0 })
    .sink(
        receiveCompletion: { print("Completed with: \($0)") },
        receiveValue: { print($0) })
