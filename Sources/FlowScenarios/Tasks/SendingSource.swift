#if AsyncAlgorithms
    import FlowAlgorithms

    /// A source that sends whole numbers through a channel, from tasks that wait until their values are received.
    // Proof: its tasks, like all other users, run on the loop's thread.
    final class SendingSource: NumberSending, @unchecked Sendable {
        private let loop: TaskLoop
        private var channel: AsyncChannel<Int>?
        private var next = 1
        private(set) var hasEnded = false

        init(loop: TaskLoop) { self.loop = loop }

        /// Makes the channel; values sent before this call are lost.
        func makeChannel() -> AsyncChannel<Int> {
            let channel = loop.enter { AsyncChannel<Int>() }
            self.channel = channel
            return channel
        }

        /// Starts a producer that sends the next `count` numbers after `delay`. It repeats this `interval` seconds after the last
        /// number was received.
        func send(_ count: Int = 1, first delay: Double, then interval: Double) {
            let clock = loop.clock
            loop.start {
                await clock.wait(seconds: delay)
                while !self.hasEnded, !Task.isCancelled {
                    for _ in 1...count where !self.hasEnded { await self.channel?.send(self.takeNext()) }
                    await clock.wait(seconds: interval)
                }
            }
        }

        func sendNext() { send(next) }

        func send(_ number: Int) {
            next = number == .max ? number : number + 1
            loop.start { await self.channel?.send(number) }
        }

        func finish() -> Bool {
            guard !hasEnded else { return false }
            hasEnded = true
            loop.enter { channel?.finish() }
            return true
        }

        private func takeNext() -> Int {
            defer { next &+= 1 }
            return next
        }
    }
#endif
