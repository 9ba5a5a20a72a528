import Combine

struct Item: Hashable {
    let name: String
    let price: Double
}

let cart = CurrentValueSubject<[Item], Never>([])

let total =
    cart
    .map { items in items.reduce(0) { $0 + $1.price } }
    .removeDuplicates()

let c = total.sink { print("total: \($0)") }

cart.value.append(Item(name: "Tea", price: 4.5))
cart.value.append(Item(name: "Cup", price: 7.25))
cart.value.removeFirst()
