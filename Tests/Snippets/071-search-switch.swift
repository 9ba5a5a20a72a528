import Combine
import Foundation

func search(_ term: String) -> AnyPublisher<String, Never> {
    Just("results for \(term)")
        .delay(for: 0.2, scheduler: DispatchQueue.main)
        .eraseToAnyPublisher()
}

let terms = PassthroughSubject<String, Never>()
let c =
    terms
    .map { search($0) }
    .switchToLatest()
    .sink { print($0) }

terms.send("a")
terms.send("ab")
DispatchQueue.main.asyncAfter(deadline: .now() + 0.5) {
    terms.send("abc")
}
