import Combine

enum FetchError: Error {
    case offline
}

let c = Fail<[String], FetchError>(error: .offline)
    .catch { error -> Just<[String]> in
        print("Caught \(error)")
        return Just(["cached"])
    }
    .sink { print($0) }
