// Behind receive(on:) the closure of an operator blocks, not the sink; long after the last value, the run is judged by that.
import Combine
import Dispatch
import Foundation
let store = DispatchQueue(label: "store")
let entries = PassthroughSubject<Int, Never>()
let saved = entries.receive(on: store)
    .filter { entry in
        Thread.sleep(forTimeInterval: 0.02)
        return entry.isMultiple(of: 2)
    }
    .sink { _ in }
for entry in 1...60 {
    entries.send(entry)
    Thread.sleep(forTimeInterval: 0.005)
}
Thread.sleep(forTimeInterval: 3)
print("sent 60")
saved.cancel()
