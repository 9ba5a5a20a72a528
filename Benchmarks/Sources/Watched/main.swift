import AsyncAlgorithms
import FlowAgent
import FlowAsync
import Foundation

// A program for `Benchmarks/agent.py`, which runs it with other values of FLOWVIZ:
//   Watched chain COUNT     the nanoseconds a value of a chain with three probes that waits for another task
//   Watched idle SECONDS    the milliseconds of processor time of a program that only waits

func sum(of count: Int) async -> Int {
    let channel = AsyncAlgorithms.AsyncChannel<Int>()
    Task {
        for value in 1...count { await channel.send(value) }
        channel.finish()
    }
    var sum = 0
    let chain = channel.probe("numbers").map { $0 &* 3 }.probe("tripled").filter { $0 & 3 != 0 }.probe("kept")
    for await value in chain { sum &+= value }
    return sum
}

let arguments = CommandLine.arguments.dropFirst()
guard arguments.count == 2, let what = arguments.first, let number = arguments.last.flatMap({ Int($0) }), number > 0 else {
    fatalError("usage: Watched chain COUNT | Watched idle SECONDS")
}
switch what {
case "chain":
    let clock = ContinuousClock()
    let time = await clock.measure { _ = await sum(of: number) }
    print(Int(time / .nanoseconds(1)) / number)
case "idle":
    try await Task.sleep(for: .seconds(number))
    print(Double(clock()) * 1e3 / Double(CLOCKS_PER_SEC))
default: fatalError("'\(what)' is neither chain nor idle")
}
