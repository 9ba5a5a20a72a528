import Combine
import Foundation

func request(_ path: String) -> AnyPublisher<String, URLError> {
    if path.hasPrefix("/") {
        return Just("body of \(path)")
            .setFailureType(to: URLError.self)
            .eraseToAnyPublisher()
    }
    return Fail(error: URLError(.badURL)).eraseToAnyPublisher()
}

var bag = Set<AnyCancellable>()
for path in ["/users", "oops"] {
    request(path)
        .catch { error -> Just<String> in
            Just(error.code == .badURL ? "bad URL" : "other")
        }
        .sink { print($0) }
        .store(in: &bag)
}
