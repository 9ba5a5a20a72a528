import Combine

enum Suit: String, CaseIterable {
    case clubs, diamonds, hearts, spades
}

let c = Suit.allCases.publisher
    .map { $0.rawValue.capitalized }
    .collect()
    .map { $0.joined(separator: " ") }
    .sink { print($0) }
