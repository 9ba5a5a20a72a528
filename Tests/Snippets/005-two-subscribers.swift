import Combine

let scores = PassthroughSubject<Int, Never>()

let first = scores.sink { print("A got \($0)") }
scores.send(10)
scores.send(20)
first.cancel()

let second = scores.sink { print("B got \($0)") }
scores.send(30)
second.cancel()
scores.send(40)
