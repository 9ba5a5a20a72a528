import Combine
import Foundation

let timer = Timer.publish(every: 0.1, on: .main, in: .common)
    .autoconnect()
    .scan(0) { count, _ in count + 1 }
    .prefix(3)
    .sink(
        receiveCompletion: { _ in print("time is up") },
        receiveValue: { print("tick \($0)") })
