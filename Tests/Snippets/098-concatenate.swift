import Combine

let c = Publishers.Concatenate(prefix: [1, 2].publisher, suffix: [3, 4].publisher)
    .append(5)
    .map { $0 * 10 }
    .sink(receiveCompletion: { print($0) }, receiveValue: { print($0) })
