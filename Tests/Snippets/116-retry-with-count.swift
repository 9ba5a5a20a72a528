import Combine

struct Unlucky: Error {}

var tries = 0

let c = Deferred { Just(()) }
    .tryMap { _ -> Int in
        tries += 1
        if tries < 3 { throw Unlucky() }
        return tries
    }
    .retry(5)
    .sink(
        receiveCompletion: { print($0) },
        receiveValue: { print("worked after \($0) tries") })
