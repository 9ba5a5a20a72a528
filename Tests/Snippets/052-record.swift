import Combine

let recording = Record<Int, Never>(output: [1, 2, 3], completion: .finished)

let c =
    recording
    .map { $0 + 1 }
    .sink(receiveCompletion: { print($0) }, receiveValue: { print($0) })
