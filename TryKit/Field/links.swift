// Loops that feed streams: one to one, one to many, many to one, and one that only hands over what it takes.
import AsyncAlgorithms
let (orders, toOrders) = AsyncStream<Int>.makeStream()
let invoices = AsyncChannel<String>()
let clerk = Task {
    for await order in orders { await invoices.send("invoice \(order)") }
    invoices.finish()
}
let printer = Task {
    for await _ in invoices { try? await Task.sleep(for: .milliseconds(20)) }
}
let (news, toNews) = AsyncStream<String>.makeStream()
let readers = (1...5).map { _ in
    let (stream, continuation) = AsyncStream<String>.makeStream()
    return (task: Task { for await _ in stream {} }, continuation: continuation)
}
let hub = Task {
    for await item in news { for reader in readers { reader.continuation.yield(item) } }
    for reader in readers { reader.continuation.finish() }
}
let jobs = AsyncChannel<Int>()
let (results, toResults) = AsyncStream<Int>.makeStream()
let workers = (1...3).map { _ in
    Task { for await job in jobs { toResults.yield(job * job) } }
}
let sum = Task { await results.reduce(0, +) }
let (visitors, toVisitors) = AsyncStream<Int>.makeStream()
let door = Task {
    for await visitor in visitors {
        let (steps, toSteps) = AsyncStream<Int>.makeStream()
        Task {
            for step in 1...visitor { toSteps.yield(step) }
            toSteps.finish()
        }
        Task { for await _ in steps {} }
    }
}
for number in 1...6 {
    toOrders.yield(number)
    toNews.yield("item \(number)")
    await jobs.send(number)
    toVisitors.yield(number)
}
toOrders.finish()
toNews.finish()
jobs.finish()
toVisitors.finish()
for worker in workers { await worker.value }
toResults.finish()
print("sum", await sum.value)
for task in [clerk, printer, hub, door] { await task.value }
