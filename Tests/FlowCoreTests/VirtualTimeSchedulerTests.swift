import FlowCore
import FlowCombine
import Testing

@Suite("VirtualTimeScheduler")
struct VirtualTimeSchedulerTests {
    @Test func `work runs by deadline, ties in the order scheduled`() {
        let scheduler = VirtualTimeScheduler()
        var order: [String] = []

        scheduler.schedule(after: .init(seconds: 2)) { order.append("late") }
        scheduler.schedule(after: .init(seconds: 1)) { order.append("first") }
        scheduler.schedule(after: .init(seconds: 1)) { order.append("second") }
        scheduler.schedule { order.append("now") }
        scheduler.advance(to: .init(seconds: 3))

        #expect(order == ["now", "first", "second", "late"])
        #expect(scheduler.now == .init(seconds: 3))
    }

    @Test func `a repeating job keeps its grid until cancelled`() {
        let scheduler = VirtualTimeScheduler()
        var times: [VirtualTime] = []
        let token = scheduler.schedule(after: .init(seconds: 1), interval: .seconds(0.5)) { times.append(scheduler.now) }

        scheduler.advance(to: .init(seconds: 2))
        token.cancel()
        scheduler.advance(to: .init(seconds: 9))

        #expect(times == [1, 1.5, 2].map(VirtualTime.init(seconds:)))
        #expect(scheduler.nextDeadline == nil)
    }

    @Test func `a job that cancels itself does not run again`() {
        let scheduler = VirtualTimeScheduler()
        var runs = 0
        var token: (any Cancellable)?
        token = scheduler.schedule(after: .init(seconds: 1), interval: .seconds(1)) {
            runs += 1
            token?.cancel()
        }

        #expect(scheduler.run())
        #expect(runs == 1)
    }

    @Test func `an endless chain of work ends at the limit`() {
        let scheduler = VirtualTimeScheduler()
        func again() { scheduler.schedule { again() } }
        again()

        #expect(!scheduler.run(limit: 100))
        #expect(!scheduler.advance(to: .init(seconds: 1), limit: 100))
    }
}
