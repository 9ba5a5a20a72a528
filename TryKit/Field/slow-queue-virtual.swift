// The same for a queue and a main thread that both block: in virtual time too they do so at once.
import Combine
import Dispatch
import Foundation
let store = DispatchQueue(label: "store")
let entries = PassthroughSubject<Int, Never>()
let lock = NSLock()
var stored = 0
let saved = entries.receive(on: store).sink { _ in
    Thread.sleep(forTimeInterval: 0.02)
    lock.withLock { stored += 1 }
}
for entry in 1...60 {
    entries.send(entry)
    Thread.sleep(forTimeInterval: 0.005)
}
lock.withLock { print("stored \(stored) of 60") }
saved.cancel()
