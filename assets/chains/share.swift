// share gives all listeners one subscription: the source runs once, and both get the same values.
let ticks = interval(.milliseconds(500)).prefix(8).share()
ticks.map { "now \($0)" }.sink()
ticks.delay(for: .seconds(1)).map { "late \($0)" }.sink()
