// scan sends every sum on the way, reduce the last one only: compare the two outputs.
let numbers = [1, 2, 3, 4, 5].publisher.pace(.milliseconds(500))
numbers.scan(0, +).sink()
numbers.reduce(0, +).sink()
