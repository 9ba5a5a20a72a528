import FlowTrace
import Testing

@testable import FlowGraph

/// The rest of a stack, beside the one place that it tells.
@Suite("Calls of a stack")
struct StackFramesTests {
    @Test func `they are told the innermost first, the program's own marked, without the recorder and thunks`() {
        var places = TracedPlaces()
        places.setImage(1, path: "/bin/Shop")
        places.setImage(2, path: "/usr/lib/libswift_Concurrency.so")
        let frames = [(1, 10), (1, 20), (1, 30), (2, 40)] as [(UInt32, UInt64)]
        for (depth, frame) in frames.enumerated() {
            places.addFrame(CodeFrame(module: frame.0, address: frame.1), at: depth, to: 7)
        }
        func name(_ address: UInt64, _ depth: Int, _ symbol: String, line: Int) {
            _ = places.addName(
                PlaceName.Function(name: symbol, file: "/src/Main.swift", line: line), at: depth, module: 1, offset: address)
        }
        name(10, 0, "$s9FlowTrace13StackRecorderV6recordyyF", line: 1)
        name(20, 0, "$s9FlowAsync0B6StreamV4makeyyF", line: 2)
        name(30, 0, "$s4Shop5innerYaKF", line: 3)
        name(30, 1, "main", line: 4)

        let told = places.frames(of: 7)

        #expect(told.map(\.place.short).suffix(2) == ["Main.swift:4 main", "libswift_Concurrency.so+0x28"])
        #expect(told.map(\.isUsers).suffix(2) == [true, false])
        #expect(!told.contains { $0.place.line == 1 })
        #expect(told.first { $0.place.line == 2 }?.isUsers == false)
        #expect(places.frames(of: 8).isEmpty)
    }

    @Test(arguments: [
        ("/me/.cache/flowviz/runs/run-3i788mke3nbuz/1/burst", "burst.swift:4"),
        ("/me/burst/.build/debug/burst", "burst/burst.swift:4"),
    ])
    func `top-level code has the module of its file, which is not shown of a tried one`(program: String, location: String) {
        var places = TracedPlaces()
        places.setImage(1, path: program)
        places.addFrame(CodeFrame(module: 1, address: 10), at: 0, to: 7)
        let function = PlaceName.Function(name: "async_MainTY0_", file: "Field/burst.swift", line: 4)
        _ = places.addName(function, at: 0, module: 1, offset: 10)

        #expect(places.place(of: 7)?.location.map { "\($0)" } == location)
    }
}
