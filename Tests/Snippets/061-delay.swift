import Combine
import Foundation

var cancellables = Set<AnyCancellable>()

["a", "b", "c"].publisher
    .delay(for: .seconds(0.2), scheduler: DispatchQueue.main)
    .sink { print($0) }
    .store(in: &cancellables)

print("waiting")
