import Combine

let outer = PassthroughSubject<Int, Never>()
var bag = Set<AnyCancellable>()

outer
    .flatMap { n in
        (1...n).publisher.map { "\(n).\($0)" }
    }
    .sink { print($0) }
    .store(in: &bag)

outer.send(2)
outer.send(3)
