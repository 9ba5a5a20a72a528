import Combine

let words = ["10", "twenty", "30"].publisher
let c =
    words
    .compactMap(Int.init)
    .reduce(0, +)
    .sink { print("Sum: \($0)") }
