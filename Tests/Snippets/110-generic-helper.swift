import Combine

func first<P: Publisher>(_ count: Int, of publisher: P) -> AnyPublisher<[P.Output], P.Failure> {
    publisher.prefix(count).collect().eraseToAnyPublisher()
}

let c = first(3, of: (1...100).publisher).sink { print($0) }
