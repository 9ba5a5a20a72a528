import Combine
import Foundation

// An hour of queues, timers, groups and tasks.
let start = Date()
func say(_ text: String) { print(Int(Date().timeIntervalSince(start) * 1000), text) }

let serial = DispatchQueue(label: "serial")
let group = DispatchGroup()
serial.async(group: group) { say("first") }
serial.sync { say("second") }
group.notify(queue: .main) { say("group is empty") }
DispatchQueue.main.asyncAfter(deadline: .now() + 3600) { say("an hour") }
DispatchQueue.global().async {
    Thread.sleep(forTimeInterval: 0.5)
    say("slept")
}
let source = DispatchSource.makeTimerSource(queue: .main)
source.schedule(deadline: .now() + 60, repeating: 600)
var count = 0
source.setEventHandler {
    count += 1
    say("source \(count)")
    if count == 2 { source.cancel() }
}
source.resume()
OperationQueue.main.addOperation { say("operation") }
let semaphore = DispatchSemaphore(value: 0)
DispatchQueue.global().asyncAfter(deadline: .now() + 1) { semaphore.signal() }
semaphore.wait()
say("signalled")
Task {
    try? await Task.sleep(for: .seconds(30))
    say("task")
    let clock = ContinuousClock()
    let length = try? await clock.measure { try await Task.sleep(nanoseconds: 5_000_000_000) }
    say("measured \(length!)")
    await MainActor.run { say("main actor") }
}
let subscription = Timer.publish(every: 7, on: .main, in: .common).autoconnect()
    .scan(0) { count, _ in count + 1 }
    .delay(for: .milliseconds(1500), scheduler: RunLoop.main)
    .debounce(for: 2, scheduler: DispatchQueue.main)
    .prefix(3)
    .receive(on: serial)
    .sink { say("value \($0)") }
