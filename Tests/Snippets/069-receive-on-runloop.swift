import Combine
import Foundation

let cancellable = [1, 2, 3].publisher
    .receive(on: RunLoop.main)
    .map { "item \($0)" }
    .sink(receiveCompletion: { _ in print("done") }, receiveValue: { print($0) })

print("subscribed")
RunLoop.main.run(until: Date() + 0.2)
