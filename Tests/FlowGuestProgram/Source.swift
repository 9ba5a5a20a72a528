import FlowCombine

/// A stream to be traced.
final class Source {
    private let numbers = PassthroughSubject<Int, Never>()
    private let evens: AnyCancellable

    init() {
        evens = numbers.map { $0 + 1 }.filter { $0 % 2 == 0 }.sink { _ in }
    }

    func send(_ number: Int) {
        numbers.send(number)
    }
}
