// The type must be imported to be had.
import AsyncAlgorithms
let tickets = AsyncChannel<Int>()
let desk = Task {
    for ticket in 1...3 { await tickets.send(ticket) }
    tickets.finish()
}
for await ticket in tickets { print("ticket", ticket) }
await desk.value
