import Combine

let first = ["Ada", "Alan", "Grace"].publisher
let last = ["Lovelace", "Turing", "Hopper"].publisher
let years = [1815, 1912, 1906].publisher

let cancellable = Publishers.Zip3(first, last, years)
    .map { "\($0) \($1) (\($2))" }
    .sink(receiveValue: { print($0) })
