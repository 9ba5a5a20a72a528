import Combine

let source = [1, 2, 3].publisher
let relay = PassthroughSubject<Int, Never>()

let out = relay.sink(
    receiveCompletion: { print("relay \($0)") },
    receiveValue: { print("relay sent \($0)") })

let link = source.subscribe(relay)
