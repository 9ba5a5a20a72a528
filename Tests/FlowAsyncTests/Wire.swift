import FlowTrace
import Synchronization

@testable import FlowAsync

/// One direction of a connection between two traced programs, with what SwiftNIO reports at both ends: what one writes, a buffer in
/// between takes, and the other reads on request. Runs on a loop in virtual time.
final class Wire: Sendable {
    private struct State {
        var isOpen = true
        /// The writes that the buffer has not taken yet.
        var written: [Int] = []
        var sent: [Int] = []
        var read: [Int] = []
        var mayRead = true
        var isWritable = true
    }

    /// The most values in the buffer between the two ends.
    private static let room = 4
    /// The reader stops at so many values, and goes on at half of them.
    private static let highMark = 6

    private let loop: TaskLoop
    private let writes: _SwiftNIO.Writes
    private let producer: _SwiftNIO.Producer
    private let state = Mutex(State())

    /// - Parameters:
    ///   - names: What the writing and the reading program call the connection.
    ///   - pause: The milliseconds between two times at which values move.
    init?(
        _ names: (writer: String, reader: String), from writer: TraceTarget, to reader: TraceTarget, every pause: Int = 1,
        on loop: TaskLoop
    ) {
        let writes = CurrentTarget.with(writer) { _SwiftNIO.Writes(of: Int.self) }
        let producer = CurrentTarget.with(reader) { _SwiftNIO.Producer(of: Int.self, highMark: Wire.highMark) }
        guard let writes, let producer else { return nil }
        (self.loop, self.writes, self.producer) = (loop, writes, producer)
        let (writerName, readerName) = names
        writes.name { writerName }
        producer.name { readerName }
        loop.spawn {
            while self.state.withLock(\.isOpen) {
                self.move()
                await loop.sleep(milliseconds: pause)
            }
        }
    }

    /// Moves values on as far as there is room.
    private func move() {
        while let number = state.withLock({ state -> Int? in
            guard state.sent.count < Wire.room, !state.written.isEmpty else { return nil }
            state.sent.append(state.written.removeFirst())
            return state.sent.last
        }) { writes.sent(number) }
        while let (value, goesOn) = state.withLock({ state -> (Int, Bool)? in
            guard state.mayRead, !state.sent.isEmpty else { return nil }
            state.read.append(state.sent.removeFirst())
            state.mayRead = state.read.count < Wire.highMark
            return (state.read[state.read.count - 1], state.mayRead)
        }) {
            producer.yield(value)
            producer.answer(goesOn: goesOn)
        }
        setWritable(state.withLock { $0.written.count < 2 })
    }

    private func setWritable(_ isWritable: Bool) {
        state.withLock { $0.isWritable = isWritable }
        writes.setWritable(isWritable)
    }

    /// Writes a value, as soon as the channel is writable.
    func write(_ value: Int) async {
        let wait = await writes.begin()
        while state.withLock({ !$0.isWritable && $0.isOpen }) { await loop.sleep(milliseconds: 1) }
        wait?.end()
        let number = writes.write(value, bytes: 10) {}
        state.withLock { $0.written.append(number) }
        writes.flush()
        setWritable(state.withLock { $0.written.count < 2 })
    }

    /// Reads in a loop, and does something with each value.
    func read(_ body: (Int) async -> Void) async {
        producer.begin()
        while true {
            await producer.request()
            while state.withLock({ $0.read.isEmpty && $0.isOpen }) { await loop.sleep(milliseconds: 1) }
            guard state.withLock({ !$0.read.isEmpty }) else { break }
            producer.reserve()
            let (value, mayRead) = state.withLock { state in
                let value = state.read.removeFirst()
                let mayRead = !state.mayRead && state.read.count <= Wire.highMark / 2
                if mayRead { state.mayRead = true }
                return (value, mayRead)
            }
            if mayRead { producer.resume() }
            producer.receive(value)
            await body(value)
        }
        producer.end()
        producer.leave()
    }

    /// Ends the connection; what was read by then can still be taken.
    func close() {
        state.withLock { $0.isOpen = false }
        writes.end()
        producer.finish(nil)
    }
}
