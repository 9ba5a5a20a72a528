import Combine

let strings = ["a", "1.24", "3", "def", "45", "0.23"].publisher

let c =
    strings
    .compactMap { Float($0) }
    .sink(receiveValue: { print($0) })
