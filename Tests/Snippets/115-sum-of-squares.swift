import Combine

let c = [1, 2, 3, 4].publisher
    .map { ($0, $0 * $0) }
    .handleEvents(receiveOutput: { n, square in print("\(n)² = \(square)") })
    .map(\.1)
    .reduce(0, +)
    .sink { print("sum: \($0)") }
