import Combine

var cancellables = Set<AnyCancellable>()

let germanCities = PassthroughSubject<String, Never>()
let italianCities = PassthroughSubject<String, Never>()

germanCities
    .merge(with: italianCities)
    .sink { print($0) }
    .store(in: &cancellables)

germanCities.send("Munich")
germanCities.send("Berlin")
italianCities.send("Milano")
italianCities.send("Rome")
