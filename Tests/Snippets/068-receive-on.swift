import Combine
import Foundation

var cancellables = Set<AnyCancellable>()

Just(21)
    .map { $0 * 2 }
    .receive(on: DispatchQueue.main)
    .sink { print("on the main queue: \($0)") }
    .store(in: &cancellables)

print("this comes first")
