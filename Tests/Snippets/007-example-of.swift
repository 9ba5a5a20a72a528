import Combine

func example(of description: String, action: () -> Void) {
    print("——— Example of: \(description) ———")
    action()
}

var subscriptions = Set<AnyCancellable>()

example(of: "collect") {
    ["A", "B", "C", "D", "E"].publisher
        .collect(2)
        .sink(
            receiveCompletion: { print($0) },
            receiveValue: { print($0) }
        )
        .store(in: &subscriptions)
}

example(of: "scan") {
    (1...5).publisher
        .scan(0, +)
        .sink { print($0) }
        .store(in: &subscriptions)
}
