import Combine

var attempts = 0

let request = Deferred {
    Future<String, Never> { promise in
        attempts += 1
        promise(.success("attempt \(attempts)"))
    }
}

let a = request.sink { print($0) }
let b = request.sink { print($0) }
print("made \(attempts) requests")
