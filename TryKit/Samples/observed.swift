import Combine
import Foundation

// What happens later is waited for, what is dropped is counted.
struct Reading {
    let name = "a \"reading\" with { braces"
    let value: Int
}

extension Reading: CustomStringConvertible {
    var description: String { "\(name): \("\(value)")" }
}

private let readings = PassthroughSubject<Reading, Never>()
var bag: Set<AnyCancellable> = []

readings
    .map(\.value)
    .filter { $0 > 1 }
    .delay(for: .milliseconds(80), scheduler: DispatchQueue.main)
    .sink { _ in }
    .store(in: &bag)

for value in 1...5 { readings.send(Reading(value: value)) }
readings.send(completion: .finished)
