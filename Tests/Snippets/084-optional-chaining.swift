import Combine

struct Address {
    let city: String
}

struct Customer {
    let name: String
    let address: Address?
}

let customers = [
    Customer(name: "Ann", address: Address(city: "Berlin")),
    Customer(name: "Bob", address: nil),
]

let c = customers.publisher
    .map { $0.address?.city ?? "no city" }
    .sink { print($0) }
