import Combine

let c = (0..<10).publisher
    .scan((0, 1)) { pair, _ in (pair.1, pair.0 + pair.1) }
    .map { $0.0 }
    .collect()
    .sink { print($0) }
