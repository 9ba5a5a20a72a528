import Combine

let subject = PassthroughSubject<Int, Never>()

let c =
    subject
    .print("debug")
    .filter { $0 > 1 }
    .sink { print($0) }

subject.send(1)
subject.send(2)
c.cancel()
