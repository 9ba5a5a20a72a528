// receive(on:) is a queue without a limit: a sink that blocks its queue makes it grow.
import Combine
import Dispatch
import Foundation
let store = DispatchQueue(label: "store")
let entries = PassthroughSubject<Int, Never>()
let saved = entries.receive(on: store).sink { _ in Thread.sleep(forTimeInterval: 0.025) }
for entry in 1...250 {
    entries.send(entry)
    Thread.sleep(forTimeInterval: 0.005)
}
print("sent 250")
saved.cancel()
