import Combine

enum StorageError: Error {
    case full
}

let good: Result<Int, StorageError> = .success(7)
let bad: Result<Int, StorageError> = .failure(.full)

let c1 = good.publisher.sink(receiveCompletion: { print($0) }, receiveValue: { print($0) })
let c2 = bad.publisher.sink(receiveCompletion: { print($0) }, receiveValue: { print($0) })
