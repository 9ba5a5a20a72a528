import Combine

enum LoginError: Error {
    case wrongPassword
}

func login(_ password: String) -> AnyPublisher<String, LoginError> {
    guard password == "1234" else {
        return Fail(error: LoginError.wrongPassword).eraseToAnyPublisher()
    }
    return Just("token")
        .setFailureType(to: LoginError.self)
        .eraseToAnyPublisher()
}

var bag = Set<AnyCancellable>()
["0000", "1234"].forEach { password in
    login(password)
        .sink(receiveCompletion: { print($0) }, receiveValue: { print("got \($0)") })
        .store(in: &bag)
}
