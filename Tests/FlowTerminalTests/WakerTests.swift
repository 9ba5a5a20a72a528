@testable import FlowTerminal
import Testing

@Suite("Waker")
struct WakerTests {
    @Test func `many wakes are one until they are seen`() throws {
        let pipe = try Pipe()
        let waker = Waker(pipe)

        for _ in 0..<100_000 { waker.wake() }
        #expect(bytes(in: pipe) == 1)
        waker.reset()
        waker.wake()

        #expect(bytes(in: pipe) == 1)
    }

    @Test func `a wake after the end does nothing`() throws {
        let waker = Waker(try Pipe())

        waker.close()
        waker.wake()
        waker.reset()

        #expect(waker.reader == .none)
    }

    private func bytes(in pipe: Pipe) -> Int {
        var count = 0
        pipe.reader.readAll { _ in count += 1 }
        return count
    }
}
