import Combine

let sentences = ["hello there", "general kenobi"]

let c = sentences.publisher
    .flatMap { $0.split(separator: " ").publisher }
    .map { $0.uppercased() }
    .sink { print($0) }
