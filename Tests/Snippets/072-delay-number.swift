import Combine
import Foundation

let c = (1...3).publisher
    .flatMap(maxPublishers: .max(1)) { n in
        Just(n).delay(for: 0.1, scheduler: RunLoop.main)
    }
    .sink(receiveCompletion: { _ in print("done") }, receiveValue: { print($0) })
