import FlowTestSupport
import FlowTrace
import Foundation
import Testing

@testable import FlowPlaces

/// The stack of the caller in the test bundle, as a recorder would write it.
struct OwnStack {
    /// The bundle, with its real build id.
    let module: CodeModule
    /// Return addresses in the bundle's file, the innermost first.
    let addresses: [UInt64]

    @inline(never)
    static func here() throws -> OwnStack {
        // Swift's libc does not have it.
        typealias Backtrace = @convention(c) (UnsafeMutablePointer<UnsafeMutableRawPointer?>, Int32) -> Int32
        let backtrace = unsafeBitCast(try #require(dlsym(nil, "backtrace")), to: Backtrace.self)
        var frames = [UnsafeMutableRawPointer?](repeating: nil, count: 16)
        let count = backtrace(&frames, 16)
        let path = BuiltProgram.path("flowvizPackageTests.xctest")
        let ranges = try String(contentsOfFile: "/proc/self/maps", encoding: .utf8).split(separator: "\n")
            .filter { $0.hasSuffix(path) }.map {
                $0.prefix { $0 != " " }.split(separator: "-").compactMap { UInt64($0, radix: 16) }
            }
        let (base, end) = (try #require(ranges.first?.first), try #require(ranges.last?.last))
        let addresses = frames.prefix(Int(count)).map { UInt64(UInt(bitPattern: $0)) }.filter { (base..<end).contains($0) }
        return OwnStack(module: try OwnStack.module(at: path, number: 7), addresses: addresses.map { $0 - base })
    }

    /// A file as a module, with its real build id.
    static func module(at path: String, number: UInt32 = 1) throws -> CodeModule {
        let elf = ELFFile(try FileDescriptor(reading: path))
        return CodeModule(number: number, bias: 0, path: path, buildID: elf?.buildID ?? "")
    }
}
