// One of six orders fails. The others that are on their way arrive after the failure, and nobody gets them.
import Combine
import Dispatch
import Foundation

struct Refused: Error {}
let queue = DispatchQueue(label: "orders")
let orders = PassthroughSubject<Int, Error>()
var done: [Int] = []
let results = orders.flatMap { order in
    Just(order).setFailureType(to: Error.self).delay(for: .milliseconds(20 * order), scheduler: queue).tryMap { order in
        if order == 3 { throw Refused() }
        return order
    }
}
let subscription = results.sink(receiveCompletion: { _ in }, receiveValue: { done.append($0) })
queue.sync { for order in 1...6 { orders.send(order) } }
queue.asyncAfter(deadline: .now() + 0.3) { print(done) }
Thread.sleep(forTimeInterval: 0.4)
