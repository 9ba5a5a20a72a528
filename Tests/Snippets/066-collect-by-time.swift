import Combine
import Foundation

let c = Timer.publish(every: 0.1, on: .main, in: .default)
    .autoconnect()
    .map { _ in 1 }
    .scan(0, +)
    .prefix(6)
    .collect(.byTimeOrCount(DispatchQueue.main, .seconds(5), 2))
    .sink { print($0) }
