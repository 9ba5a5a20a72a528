import Combine
import Foundation

let ticks = Timer.publish(every: 0.1, on: .main, in: .common).autoconnect().sink { _ in print("tick") }
