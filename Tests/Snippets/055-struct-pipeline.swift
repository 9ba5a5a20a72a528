import Combine

struct User: Equatable {
    let id: Int
    var name: String
    var isActive = true
}

let users = [
    User(id: 1, name: "Ann"),
    User(id: 2, name: "Bob", isActive: false),
    User(id: 3, name: "Cem"),
]

let c = users.publisher
    .filter(\.isActive)
    .map(\.name)
    .collect()
    .sink { names in
        print("Active: \(names.joined(separator: ", "))")
    }
