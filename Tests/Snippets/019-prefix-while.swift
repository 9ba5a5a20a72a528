import Combine

let numbers = (1...10).publisher

let c =
    numbers
    .prefix(while: { $0 < 3 })
    .sink(
        receiveCompletion: { print("Completed with: \($0)") },
        receiveValue: { print($0) })
