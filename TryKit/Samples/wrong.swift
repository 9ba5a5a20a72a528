import Combine

let subscription = [1, 2, 3].publisher
    .map { $0 * 2 }
    .sinc { print($0) }
