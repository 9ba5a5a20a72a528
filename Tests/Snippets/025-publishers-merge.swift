import Combine

let a = [1, 2].publisher
let b = [30, 40].publisher
let c = Just(500)

let cancellable = Publishers.Merge3(a, b, c)
    .collect()
    .sink { print($0) }
