import Combine

let c = ["Hel", "lo", " ", "Wor", "ld", "!"].publisher
    .reduce("") { accumulator, value in
        accumulator + value
    }
    .sink { print("Reduced into: \($0)") }
