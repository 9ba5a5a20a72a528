import Combine

let c = Just([1, 2, 3, 4, 5])
    .map { $0.filter { $0 % 2 == 1 } }
    .map { numbers in numbers.map { "#\($0)" } }
    .sink { print($0) }
