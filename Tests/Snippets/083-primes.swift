import Combine

func isPrime(_ n: Int) -> Bool {
    if n < 2 { return false }
    var i = 2
    while i * i <= n {
        if n % i == 0 { return false }
        i += 1
    }
    return true
}

let c = (1...30).publisher
    .filter(isPrime)
    .map(String.init)
    .collect()
    .sink { print($0.joined(separator: ", ")) }
