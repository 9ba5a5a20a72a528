import Combine

func describe(_ number: Int) -> String {
    switch number {
    case 0: return "none"
    case 1: return "one"
    case 2...5: return "a few"
    default: return "many"
    }
}

let c = [0, 1, 4, 12].publisher
    .map(describe)
    .sink(receiveValue: { print($0) })
