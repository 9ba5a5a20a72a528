import Combine

let numbers = [1, 2, 3, 4, 5, 6].publisher

let cancellable =
    numbers
    .filter { $0.isMultiple(of: 2) }
    .map { $0 * $0 }
    .sink { value in
        print("Received \(value)")
    }
