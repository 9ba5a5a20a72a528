import Combine
import Foundation

// Subjects, a struct, key paths, a queue, and subscriptions in a set.
struct User {
    let name: String
    let age: Int
}

let users = PassthroughSubject<User, Never>()
let query = CurrentValueSubject<String, Never>("")
var bag = Set<AnyCancellable>()

users
    .filter { $0.age >= 18 }
    .map(\.name)
    .receive(on: DispatchQueue.main)
    .sink(
        receiveCompletion: { _ in print("done") },
        receiveValue: { print("got \($0)") }
    )
    .store(in: &bag)

query
    .debounce(for: .milliseconds(50), scheduler: RunLoop.main)
    .removeDuplicates()
    .sink { print("search for '\($0)'") }
    .store(in: &bag)

users.send(User(name: "Ann", age: 30))
users.send(User(name: "Eve", age: 12))
users.send(User(name: "Bob", age: 41))
for text in ["s", "sw", "swift"] { query.send(text) }
users.send(completion: .finished)
