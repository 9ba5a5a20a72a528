import FlowAsync
import FlowTestSupport
import FlowTrace
import Foundation

/// The traces of a server and of its client, two processes of one machine, at the two ends of a connection. The client takes one value
/// and does not come back for more.
enum ConnectedTraces {
    static let (server, client): (Int32, Int32) = (4711, 4712)

    /// - Parameter machine: What tells the client's machine from the server's; `nil` for one machine.
    static func write(into folder: TemporaryFolder, machine: String? = nil) async throws -> [String] {
        let paths = ["server.fvz", "client.fvz"].map(folder.path)
        try await write(paths[0], program: "Server", process: server) { now in
            let writes = _SwiftNIO.Writes(of: Int.self)
            writes?.name { "127.0.0.1:40112" }
            for value in 1...6 {
                now(UInt64(value) * 100)
                let number = writes?.write(value, bytes: 10) {}
                writes?.flush()
                if value < 3, let number { writes?.sent(number) }
            }
            now(8_000)
            writes?.setWritable(false)
            return writes
        }
        try await write(paths[1], program: "Client", process: client, machine: machine) { now in
            let producer = _SwiftNIO.Producer(of: Int.self, highMark: 1)
            producer?.name { "127.0.0.1:40112 to 127.0.0.1:8080" }
            producer?.begin()
            await producer?.request()
            for value in 1...2 {
                now(UInt64(value) * 100)
                producer?.yield(value)
                if value == 1 { producer?.reserve() }
                producer?.answer(goesOn: value == 1)
                if value == 1 { producer?.receive(value) }
            }
            now(8_000)
            _ = producer.map { $0.answer(goesOn: false) }
            return producer
        }
        return paths
    }

    /// Writes the trace of a program that starts 100 seconds after its machine.
    private static func write(
        _ path: String, program: String, process: Int32, machine: String? = nil,
        _ body: (_ now: (_ milliseconds: UInt64) -> Void) async -> (any Sendable)?
    ) async throws {
        let clock = LockedBox<UInt64>(0)
        let recorder = try Recorder(
            file: path, options: TraceFileOptions(size: 1 << 20), command: ["/bin/\(program)"],
            clock: .custom { clock.withLock { $0 } })
        let kept = await CurrentTarget.with(TraceTarget(recorder: recorder)) {
            await body { time in clock.withLock { $0 = time * 1_000_000 } }
        }
        recorder.close()
        withExtendedLifetime(kept) {}
        let file = try FileHandle(forUpdating: URL(filePath: path))
        try file.write(100_000_000_000 as UInt64, at: 32)
        try file.write(process, at: 48)
        if let machine {
            try file.seek(toOffset: 232)
            try file.write(contentsOf: Data(machine.utf8) + Data(count: 40 - machine.utf8.count))
        }
        try file.close()
    }
}

extension FileHandle {
    fileprivate func write<Number: FixedWidthInteger>(_ number: Number, at offset: UInt64) throws {
        try seek(toOffset: offset)
        try write(contentsOf: withUnsafeBytes(of: number.littleEndian) { Data($0) })
    }
}
