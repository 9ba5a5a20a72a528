import Combine

let codes = ["DE": "Germany", "FR": "France", "JP": "Japan"]

let c = ["DE", "XX", "JP"].publisher
    .map { codes[$0] }
    .replaceNil(with: "unknown")
    .sink { print($0) }
