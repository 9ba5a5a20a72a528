import Foundation
import Synchronization

// What blocks threads: they wait at the same time, and every run is the same.
let start = Date()
let output = NSLock()
func say(_ text: String) {
    output.lock()
    print(Int((Date().timeIntervalSince(start) * 1000).rounded()), text)
    output.unlock()
}

for name in ["first", "second"] {
    DispatchQueue(label: name).async {
        Thread.sleep(forTimeInterval: 1)
        say("\(name) queue")
    }
}
let readers = DispatchQueue(label: "readers", attributes: .concurrent)
for number in 1...2 {
    readers.async {
        usleep(1_100_000)
        say("reader \(number)")
    }
}
readers.async(flags: .barrier) {
    usleep(100_000)
    say("writer, alone")
}
readers.async { say("reader 3") }

let thread = Thread {
    Thread.sleep(forTimeInterval: 1.3)
    say("thread, \(Thread.isMainThread ? "main" : "not main")")
}
thread.start()

let condition = NSCondition()
var isReady = false
Thread.detachNewThread {
    condition.lock()
    while !isReady { condition.wait() }
    say("told")
    _ = condition.wait(until: Date(timeIntervalSinceNow: 0.1))
    say("not told again")
    condition.unlock()
}
DispatchQueue.global().asyncAfter(deadline: .now() + 1.4) {
    condition.lock()
    isReady = true
    condition.signal()
    condition.unlock()
}

let count = Mutex(0)
for _ in 1...2 {
    DispatchQueue.global().async {
        count.withLock {
            usleep(800_000)
            $0 += 1
            say("counted \($0)")
        }
    }
}
DispatchQueue.concurrentPerform(iterations: 3) { usleep(UInt32($0) * 200_000 + 200_000) }
say("performed")
let semaphore = DispatchSemaphore(value: 0)
print(semaphore.wait(timeout: .now() + 0.1) == .timedOut ? "timed out" : "signalled")
let item = DispatchWorkItem { Thread.sleep(forTimeInterval: 1) }
DispatchQueue.global().async(execute: item)
item.wait()
say("the item is over")
DispatchQueue.global().async {
    DispatchQueue.main.sync { say("on the main thread: \(Thread.isMainThread)") }
}
