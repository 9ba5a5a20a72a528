import Combine

let c = (1...15).publisher
    .map { n -> String in
        switch (n % 3, n % 5) {
        case (0, 0): return "FizzBuzz"
        case (0, _): return "Fizz"
        case (_, 0): return "Buzz"
        default: return "\(n)"
        }
    }
    .collect(5)
    .sink { print($0.joined(separator: " ")) }
