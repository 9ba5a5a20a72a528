import Combine

let publisher = ["A", "B", "C", "D", "E"].publisher

let c1 =
    publisher
    .output(at: 1)
    .sink { print("Value at index 1 is \($0)") }

let c2 =
    publisher
    .output(in: 1...3)
    .sink(
        receiveCompletion: { print($0) },
        receiveValue: { print("Value in range: \($0)") })
