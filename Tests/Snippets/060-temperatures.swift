import Combine

struct Reading {
    let sensor: String
    let celsius: Double

    var fahrenheit: Double { celsius * 9 / 5 + 32 }
}

let readings = PassthroughSubject<Reading, Never>()

let c =
    readings
    .filter { $0.celsius > 20 }
    .map { "\($0.sensor): \($0.fahrenheit) °F" }
    .sink { print($0) }

readings.send(Reading(sensor: "attic", celsius: 25))
readings.send(Reading(sensor: "cellar", celsius: 12.5))
readings.send(Reading(sensor: "kitchen", celsius: 21.5))
