import Combine

let doubled = [1, 2, 3].publisher.map { $0 * 2 }

for await value in doubled.values {
    print("async \(value)")
}
print("all done")
