import Combine

var bag = Set<AnyCancellable>()

let token = AnyCancellable { print("cleaned up") }
token.store(in: &bag)

print("\(bag.count) in the bag")
bag.removeAll()
print("\(bag.count) in the bag")
