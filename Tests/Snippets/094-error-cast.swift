import Combine

enum ServerError: Error {
    case status(Int)
}

let c = (1...3).publisher
    .tryMap { n -> Int in
        if n == 3 { throw ServerError.status(500) }
        return n
    }
    .sink(
        receiveCompletion: { completion in
            guard case .failure(let error) = completion else { return }
            if let serverError = error as? ServerError, case .status(let code) = serverError {
                print("server said \(code)")
            } else {
                print("something else")
            }
        },
        receiveValue: { print($0) })
