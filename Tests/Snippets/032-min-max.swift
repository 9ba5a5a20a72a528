import Combine

let c1 = [1, -50, 246, 0].publisher
    .min()
    .sink { print("Lowest value is \($0)") }

let c2 = ["apple", "fig", "banana"].publisher
    .max(by: { $0.count < $1.count })
    .sink { print("Longest word is \($0)") }
