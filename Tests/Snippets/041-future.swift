import Combine

let future = Future<Int, Never> { promise in
    print("Working...")
    promise(.success(42))
}

let first = future.sink { print("First: \($0)") }
let second = future.sink { print("Second: \($0)") }
