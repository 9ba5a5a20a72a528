import Combine

enum Event: Equatable {
    case login(user: String)
    case logout
}

let bus = PassthroughSubject<Event, Never>()
var bag = Set<AnyCancellable>()

bus
    .compactMap { event -> String? in
        if case .login(let user) = event { return user }
        return nil
    }
    .sink { print("welcome, \($0)") }
    .store(in: &bag)

bus
    .filter { $0 == .logout }
    .sink { _ in print("goodbye") }
    .store(in: &bag)

bus.send(.login(user: "ann"))
bus.send(.logout)
bus.send(.login(user: "bob"))
