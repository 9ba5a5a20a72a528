import Combine

let names = ["a", "b", "c"].publisher
let numbers = (1...3).publisher

let c = names.zip(numbers)
    .filter { _, number in number != 2 }
    .map { name, number in (name: name, square: number * number) }
    .sink { result in
        print(result.name, result.square, separator: " -> ")
    }
