import Combine

let cancellable = Publishers.Sequence<[Int], Never>(sequence: [10, 20, 30])
    .dropFirst()
    .sink { print($0) }
