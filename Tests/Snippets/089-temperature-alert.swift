import Combine

let temperature = PassthroughSubject<Double, Never>()

let c =
    temperature
    .map { $0 > 30 }
    .removeDuplicates()
    .dropFirst()
    .sink { isHot in
        print(isHot ? "Too hot!" : "Back to normal")
    }

for value in [25, 28, 31, 33.5, 29, 30, 35] {
    temperature.send(value)
}
