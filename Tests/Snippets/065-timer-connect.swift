import Combine
import Foundation

var ticks = 0
let timer = Timer.publish(every: 0.1, on: .main, in: .common)
let subscription = timer.sink { _ in
    ticks += 1
    print("tick \(ticks)")
}
let connection = timer.connect()

DispatchQueue.main.asyncAfter(deadline: .now() + 0.35) {
    connection.cancel()
    print("stopped")
}
