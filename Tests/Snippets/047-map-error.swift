import Combine

enum APIError: Error {
    case network(String)
    case unknown
}

enum LowLevelError: Error {
    case code(Int)
}

let c = Fail(outputType: Int.self, failure: LowLevelError.code(404))
    .mapError { error -> APIError in
        switch error {
        case .code(404): return .network("not found")
        case .code: return .unknown
        }
    }
    .sink(
        receiveCompletion: { completion in
            if case .failure(let error) = completion {
                print("Failed: \(error)")
            }
        },
        receiveValue: { print($0) })
