import Combine

let name: String? = "Ada"
let nothing: String? = nil

let c1 = name.publisher.sink(receiveCompletion: { print($0) }, receiveValue: { print($0) })
let c2 = nothing.publisher.sink(receiveCompletion: { print($0) }, receiveValue: { print($0) })
