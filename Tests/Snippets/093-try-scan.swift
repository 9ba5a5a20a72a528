import Combine

struct Overdrawn: Error {
    let missing: Int
}

let movements = [100, -30, -50, -40, 200].publisher

let c =
    movements
    .tryScan(0) { balance, movement in
        let next = balance + movement
        if next < 0 { throw Overdrawn(missing: -next) }
        return next
    }
    .sink(
        receiveCompletion: { completion in
            if case let .failure(error) = completion {
                print("stopped: \(error)")
            }
        },
        receiveValue: { print("balance \($0)") })
