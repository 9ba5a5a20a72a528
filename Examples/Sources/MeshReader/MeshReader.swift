import Dispatch
import FlowAsync

/// Reads packets of a radio mesh as fast as they come, and parses each for 20 ms. Between the two is an `AsyncStream` with its default
/// policy, which keeps everything.
///
/// What does it hold, and how fast does that grow? `FLOWVIZ=file:/tmp/mesh.fvz` and `flowviz diagnose` tell.
@main
enum MeshReader {
    static func main() async {
        let (packets, reader) = AsyncStream.makeStream(of: String.self)
        let radio = DispatchQueue(label: "radio")
        radio.async {
            for number in 1...400 {
                reader.yield("packet \(number)")
                _ = DispatchSemaphore(value: 0).wait(timeout: .now() + .milliseconds(5))
            }
        }
        let deadline = ContinuousClock.now + .seconds(2)
        for await packet in packets.probe("packets").map({ $0.split(separator: " ") }).probe("parsed") {
            try? await Task.sleep(for: .milliseconds(20))
            if ContinuousClock.now > deadline { break }
            if packet.last == "50" { print("parsed 50 packets") }
        }
    }
}
