import Combine

let c = [1, 2].publisher
    .handleEvents(
        receiveSubscription: { _ in print("Subscribed") },
        receiveOutput: { print("Output \($0)") },
        receiveCompletion: { print("Completion \($0)") },
        receiveCancel: { print("Cancelled") },
        receiveRequest: { print("Requested \($0)") }
    )
    .sink { print("Sink \($0)") }
