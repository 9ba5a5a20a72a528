import Combine

var subscribers = 0

let shared = [1, 2, 3].publisher
    .handleEvents(
        receiveSubscription: { _ in subscribers += 1 },
        receiveOutput: { print("upstream \($0)") }
    )
    .multicast { PassthroughSubject<Int, Never>() }

let one = shared.sink { print("one \($0)") }
let two = shared.map { $0 * 10 }.sink { _ in }
let connection = shared.connect()
print("\(subscribers) subscription upstream")
