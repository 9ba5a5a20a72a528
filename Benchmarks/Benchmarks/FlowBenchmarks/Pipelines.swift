import Benchmark
import FlowCore
import FlowTrace
import FlowCombine

/// The pipelines that are measured: a subject, stages that do next to nothing, a sink.
enum Pipelines {
    /// Makes a pipeline of one, three or six edges, and returns what sends so many values through it.
    static func sending(_ values: Int, edges: Int, _ watching: Watching, recorder: Recorder) -> () -> Void {
        let subject = PassthroughSubject<Int, Never>()
        let end: AnyCancellable
        switch edges {
        case 1: end = sink(subject, watching, recorder)
        case 3: end = sink(subject.map { $0 &+ 1 }.filter { $0 >= 0 }, watching, recorder)
        default:
            end = sink(
                subject.map { $0 &+ 1 }.filter { $0 >= 0 }.map { $0 &* 3 }.filter { $0 >= 0 }.map { $0 &- 1 }, watching, recorder)
        }
        return {
            withExtendedLifetime(end) {
                for number in 0..<values { subject.send(number) }
            }
        }
    }

    private static func sink<P: Publisher>(_ chain: P, _ watching: Watching, _ recorder: Recorder) -> AnyCancellable
    where P.Output == Int, P.Failure == Never {
        switch watching {
        case .bare, .hookEmpty, .tracer: chain.sink { blackHole($0) }
        case .probe: chain.probe("end", recorder: recorder).sink { blackHole($0) }
        case .handleEvents: chain.handleEvents(receiveOutput: { blackHole($0) }).sink { blackHole($0) }
        case .print: chain.print("", to: NullStream()).sink { blackHole($0) }
        }
    }
}
