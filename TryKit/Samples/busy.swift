import Combine

// Never gives way, and takes no signal.
import Foundation

signal(SIGTERM, SIG_IGN)
let numbers = PassthroughSubject<Int, Never>()
let subscription = numbers.sink { _ in }
while true { numbers.send(1) }
