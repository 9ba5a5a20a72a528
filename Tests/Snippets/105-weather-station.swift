import Combine

enum WeatherError: Error {
    case thingsJustHappen
}

let weatherPublisher = PassthroughSubject<Int, WeatherError>()

let subscriber =
    weatherPublisher
    .filter { $0 > 25 }
    .sink(
        receiveCompletion: { print("ended with \($0)") },
        receiveValue: { print("A summer day of \($0) C") })

weatherPublisher.send(10)
weatherPublisher.send(30)
weatherPublisher.send(completion: .failure(WeatherError.thingsJustHappen))
weatherPublisher.send(18)
