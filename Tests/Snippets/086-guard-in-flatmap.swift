import Combine

enum ValidationError: Error {
    case empty
    case tooLong(Int)
}

func validate(_ name: String) -> AnyPublisher<String, ValidationError> {
    guard !name.isEmpty else {
        return Fail(error: .empty).eraseToAnyPublisher()
    }
    guard name.count <= 5 else {
        return Fail(error: .tooLong(name.count)).eraseToAnyPublisher()
    }
    return Result.Publisher(name).eraseToAnyPublisher()
}

var bag = Set<AnyCancellable>()
for name in ["Ada", "", "Bartholomew"] {
    validate(name)
        .sink(receiveCompletion: { print("  \($0)") }, receiveValue: { print("valid: \($0)") })
        .store(in: &bag)
}
