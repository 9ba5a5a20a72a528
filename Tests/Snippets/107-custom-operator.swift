import Combine

extension Publisher where Output == Int {
    func evens() -> AnyPublisher<Int, Failure> {
        filter { $0 % 2 == 0 }.eraseToAnyPublisher()
    }
}

let c = (1...6).publisher
    .evens()
    .sink { print($0) }
