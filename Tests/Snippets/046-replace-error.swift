import Combine

struct DivisionByZeroError: Error {}

func myDivide(_ dividend: Double, _ divisor: Double) throws -> Double {
    guard divisor != 0 else { throw DivisionByZeroError() }
    return dividend / divisor
}

let c = [5.0, 2.0, 0.0, 4.0].publisher
    .tryMap { try myDivide(10, $0) }
    .replaceError(with: -1)
    .sink(
        receiveCompletion: { print("completion: \($0)") },
        receiveValue: { print("value: \($0)") })
