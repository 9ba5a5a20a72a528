import Combine

enum DiceError: Error {
    case rolledOffTable
}

func roll(_ value: Int) -> Future<Int, DiceError> {
    Future { promise in
        if value < 1 || value > 6 {
            promise(.failure(.rolledOffTable))
        } else {
            promise(.success(value))
        }
    }
}

var bag = Set<AnyCancellable>()
for n in [3, 9] {
    roll(n)
        .sink(
            receiveCompletion: { print("completion: \($0)") },
            receiveValue: { print("rolled a \($0)") }
        )
        .store(in: &bag)
}
