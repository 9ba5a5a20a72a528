import Combine

enum NetworkError: Error {
    case timeout
}

var attempt = 0
let flaky = Deferred {
    Future<String, NetworkError> { promise in
        attempt += 1
        print("attempt \(attempt)")
        if attempt < 3 {
            promise(.failure(.timeout))
        } else {
            promise(.success("done"))
        }
    }
}

let c =
    flaky
    .retry(3)
    .sink(receiveCompletion: { print($0) }, receiveValue: { print($0) })
