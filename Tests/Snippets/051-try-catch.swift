import Combine

struct SimpleError: Error {}

let numbers = [5, 4, 3, 2, 1, 0, 9, 7, 6].publisher
let c =
    numbers
    .tryMap { v -> Int in
        if v > 0 {
            return v
        } else {
            throw SimpleError()
        }
    }
    .tryCatch { error in
        Just(0)
    }
    .sink(
        receiveCompletion: { print("\($0)") },
        receiveValue: { print(" \($0)", terminator: "") })
