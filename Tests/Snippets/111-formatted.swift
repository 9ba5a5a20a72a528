import Combine
import Foundation

let prices = [1.5, 22, 9.999].publisher

let c =
    prices
    .map { String(format: "%.2f €", $0) }
    .sink { print($0) }
