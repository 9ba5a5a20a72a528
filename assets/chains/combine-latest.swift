// combineLatest sends with every change, from the moment when both have a value.
let width = marbles("1---2---3|")
let height = marbles("--5---6|")
width.combineLatest(height).map { $0 + "x" + $1 }.sink()
