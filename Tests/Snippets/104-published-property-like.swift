import Combine

class Store {
    private let items = CurrentValueSubject<[String], Never>([])
    var publisher: AnyPublisher<[String], Never> { items.eraseToAnyPublisher() }

    func add(_ item: String) {
        items.value.append(item)
    }
}

let store = Store()
let c = store.publisher
    .map(\.count)
    .sink { print("\($0) items") }
store.add("milk")
store.add("eggs")
