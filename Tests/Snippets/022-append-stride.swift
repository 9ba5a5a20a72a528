import Combine

let c = [5, 6, 7].publisher
    .append(Set([18]))
    .append(stride(from: 8, to: 12, by: 2))
    .sink { print($0) }
