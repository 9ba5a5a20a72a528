import Combine

let values = [3.0, 5.0, 10.0, 12.0, 6.0]

let c = values.publisher
    .scan([Double]()) { window, value -> [Double] in
        Array((window + [value]).suffix(3))
    }
    .map { window -> Double in
        let sum = window.reduce(0, +)
        return sum / Double(window.count)
    }
    .sink { print($0) }
