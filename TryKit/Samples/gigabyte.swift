import Combine

// A gigabyte of lines.
let line = String(repeating: "x", count: 1_000_000)
let subscription = (1...1_000).publisher.sink { print($0, line) }
