import Dispatch

/// Shows what happens in the sessions of a terminal. Their events come in bursts, and the stream between keeps the newest 16: nobody looks
/// at the result of `yield`, so an event that a burst pushes out is gone without a word.
///
/// Does every session that exits leave the screen? `flowviz diagnose` tells which stage drops, and how much.
@main
enum SessionEvents {
    enum Event { case output(session: Int), exit(session: Int) }

    static func main() async {
        let (events, terminal) = AsyncStream.makeStream(of: Event.self, bufferingPolicy: .bufferingNewest(16))
        DispatchQueue(label: "terminal").async {
            for session in 1...40 {
                terminal.yield(.exit(session: session))
                for _ in 1...30 { terminal.yield(.output(session: session)) }
                _ = DispatchSemaphore(value: 0).wait(timeout: .now() + .milliseconds(50))
            }
            terminal.finish()
        }
        var left: Set<Int> = Set(1...40)
        for await event in events {
            if case .exit(let session) = event { left.remove(session) }
            try? await Task.sleep(for: .milliseconds(3))
        }
        print("sessions that exited and are still on the screen: \(left.count) of 40")
    }
}
