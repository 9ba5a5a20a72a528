import Combine

let letters: [String?] = ["A", nil, "C"]

let c = letters.publisher
    .replaceNil(with: "-")
    .sink { print($0) }
