import Combine

let subject = PassthroughSubject<Int, Never>()
let source = PassthroughSubject<Int, Never>()
let multicasted =
    source
    .print("source")
    .multicast(subject: subject)

let subscription = multicasted.sink { print("received: '\($0)'") }
let other = multicasted.count().sink { print("counted \($0)") }

let connection = multicasted.connect()
source.send(1)
source.send(2)
connection.cancel()
source.send(3)
