import Combine

let subject = PassthroughSubject<Int, Never>()
var token: AnyCancellable?

token = subject.sink { value in
    print("got \(value)")
    if value == 2 {
        token?.cancel()
    }
}

for n in 1...4 { subject.send(n) }
