import Foundation
import Testing

/// A program that imports FlowAsync keeps its own names and operators, and fully qualified names.
///
/// Programs are compiled, not run: the type of a result shows which operator the compiler chose.
@Suite("A program's own names and operators")
struct GuestTests {
    /// An operator that a program may declare, and a use of it. Its result has the program's type `Mine`.
    struct Own {
        let name: String
        let declaration: String
        let use: String

        init(_ declaration: String, _ use: String) {
            self.declaration = declaration
            self.use = use
            name = String(declaration.prefix { $0 != "(" && $0 != "<" })
        }
    }

    static let standard = [
        Own("map<T>(_ transform: @escaping (Element) -> T)", "map { $0 + 1 }"),
        Own("filter(_ isIncluded: @escaping (Element) -> Bool)", "filter { _ in true }"),
        Own("compactMap<T>(_ transform: @escaping (Element) -> T?)", "compactMap { $0 }"),
        Own("prefix(_ count: Int)", "prefix(1)"),
        Own("dropFirst()", "dropFirst()"),
        Own("drop(while predicate: @escaping (Element) -> Bool)", "drop { _ in true }"),
        Own("flatMap<T: AsyncSequence>(_ transform: @escaping (Element) -> T)", "flatMap { _ in stream }"),
        Own("probe(_ name: String)", "probe(\"mine\")"),
    ]

    static let algorithms = [
        Own("reductions<T>(_ initial: T, _ transform: @escaping (T, Element) -> T)", "reductions(0) { $0 + $1 }"),
        Own("interspersed(with separator: Element)", "interspersed(with: 0)"),
        Own("removeDuplicates()", "removeDuplicates()"),
        Own("compacted()", "compacted()"),
        Own("adjacentPairs()", "adjacentPairs()"),
        Own("joined()", "joined()"),
        Own("chunks(ofCount count: Int)", "chunks(ofCount: 2)"),
        Own("chunked(by belongInSameGroup: @escaping (Element, Element) -> Bool)", "chunked { _, _ in true }"),
        Own("buffer(policy: Int)", "buffer(policy: 1)"),
        Own("debounce(for interval: Duration)", "debounce(for: .seconds(1))"),
        Own("_throttle(for interval: Duration)", "_throttle(for: .seconds(1))"),
    ]

    /// FlowAsync cannot replace these operators of AsyncAlgorithms. They are the program's own if it does not import
    /// AsyncAlgorithms.
    static let opaque = [
        Own("share()", "share()"),
        Own("mapError<T: Error>(_ transform: @escaping (Failure) -> T)", "mapError { _ in CancellationError() }"),
        Own("flatMapLatest<T: AsyncSequence>(_ transform: @escaping (Element) -> T)", "flatMapLatest { _ in stream }"),
    ]

    static let functions = [
        Own("merge<A: AsyncSequence, B: AsyncSequence>(_ a: A, _ b: B)", "merge(stream, stream)"),
        Own("zip<A: AsyncSequence, B: AsyncSequence>(_ a: A, _ b: B)", "zip(stream, stream)"),
        Own("combineLatest<A: AsyncSequence, B: AsyncSequence>(_ a: A, _ b: B)", "combineLatest(stream, stream)"),
        Own("chain<A: AsyncSequence, B: AsyncSequence>(_ a: A, _ b: B)", "chain(stream, stream)"),
    ]

    static let publishers = [
        Own("probe(_ name: String)", "probe(\"mine\")"),
        Own("label(_ name: String)", "label(\"mine\")"),
        Own("pace(_ time: Int)", "pace(1)"),
        Own("pace(by time: Int)", "pace(by: 1)"),
        Own("unwrap()", "unwrap()"),
        Own("shareReplay()", "shareReplay()"),
        Own("shareReplay(capacity: Int)", "shareReplay(capacity: 1)"),
        Own("buffer(_ size: Int)", "buffer(1)"),
        Own("pausableSink()", "pausableSink()"),
        Own("merge<P: Publisher>(with other: P)", "merge(with: [1].publisher)"),
        Own("combineLatest<P: Publisher>(_ other: P)", "combineLatest([1].publisher)"),
        Own("collect(_ size: String)", "collect(\"1\")"),
    ]

    /// The files of a program that declares and uses these operators, in one file or in two.
    private static func program(
        _ members: [Own], _ functions: [Own] = [], of type: String = "AsyncSequence", constraint: String, imports: String,
        stream: String = "AsyncStream { (c: AsyncStream<Int>.Continuation) in c.finish() }", inOneFile: Bool
    ) -> [String: String] {
        let declarations = """
            struct Mine {}
            func take(_ mine: Mine) {}
            extension \(type) \(constraint) {
            \(members.map { "    func \($0.declaration) -> Mine { Mine() }" }.joined(separator: "\n"))
            }
            \(functions.map { "func \($0.declaration) -> Mine { Mine() }" }.joined(separator: "\n"))
            """
        let uses =
            "func use() {\n    let stream = \(stream)\n"
            + (members.map { "stream.\($0.use)" } + functions.map(\.use)).enumerated()
            .map { "    let own\($0) = \($1)\n    take(own\($0))\n" }.joined() + "}\n"
        return inOneFile
            ? ["main.swift": "\(imports)\n\(declarations)\n\(uses)"]
            : [
                "Exports.swift": imports.replacing("import", with: "@_exported import"), "Own.swift": declarations,
                "Use.swift": uses,
            ]
    }

    private static let constraints = ["", "where Element: Equatable, Self: Sendable, Element: Sendable"]

    @Test(arguments: [true, false]) func `own operators win where FlowAsync is imported`(isInOneFile: Bool) throws {
        for constraint in GuestTests.constraints {
            let own = GuestTests.standard + GuestTests.algorithms + GuestTests.opaque
            let files = GuestTests.program(
                own, GuestTests.functions, constraint: constraint, imports: "import FlowAsync", inOneFile: isInOneFile)
            #expect(try Toolchain.errors(in: files) == [])
        }
    }

    #if AsyncAlgorithms
        @Test(arguments: [true, false]) func `own operators win where FlowAlgorithms is imported`(isInOneFile: Bool) throws {
            for constraint in GuestTests.constraints {
                let files = GuestTests.program(
                    GuestTests.standard + GuestTests.algorithms, GuestTests.functions, constraint: constraint,
                    imports: "import FlowAlgorithms", inOneFile: isInOneFile)
                #expect(try Toolchain.errors(in: files) == [])
            }
        }

        @Test func `every operator is among those that a program declares here`() throws {
            let (ours, more) = (try PublicInterface(of: "FlowAsync"), try PublicInterface(of: "FlowAlgorithms"))
            let sequences: Set = ["AsyncSequence", "FlowSequence"]

            let own = GuestTests.standard + GuestTests.algorithms + GuestTests.opaque
            // The toolchain does not report names that begin with an underscore as public.
            let names = Set(own.map(\.name).filter { !$0.hasPrefix("_") })
            #expect(ours.functions(of: sequences).union(more.functions(of: sequences)) == names)
            #expect(more.functions == Set(GuestTests.functions.map(\.name)))
        }

        @Test func `every operator takes the line of its call, but the functions and the opaque ones, which have no room for it`()
            throws
        {
            let modules = try ["FlowAsync", "FlowAlgorithms"].map { try PublicInterface(of: $0) }
            let operators = modules.reduce(into: Set<String>()) { all, module in
                all.formUnion(module.functions(of: ["AsyncSequence", "FlowSequence"]).union(module.functions))
            }
            let placed = modules.reduce(into: Set<String>()) { $0.formUnion($1.placed) }

            #expect(operators.subtracting(placed) == Set((GuestTests.opaque + GuestTests.functions).map(\.name)))
        }

        @Test func `types and inferred associated types may have every public name but those of the streams`() throws {
            let names = try ["FlowAsync", "FlowAlgorithms"].flatMap { try PublicInterface(of: $0).names }
            // The program's declarations: names of the standard library, and three with other beginnings.
            let written = [
                "AsyncStream", "AsyncThrowingStream", "AsyncChannel", "AsyncThrowingChannel", "FlowSequence", "StreamReporter",
                "TracedAsyncSequence",
            ]
            #expect(Set(names) == Set(written))

            let former = [
                "Flow", "Stage", "Input", "Inner", "Staged", "Carried", "Carrying", "Delivered", "Merged2", "Merged3", "Zipped2",
                "Zipped3", "CombinedLatest2", "CombinedLatest3", "Chained2", "Chained3", "SignalledChunks", "TakingProbe",
                "Iterator", "Untraced", "Atomic", "Mutex", "AtomicRepresentation",
            ]
            for name in former {
                let program = """
                    import FlowAlgorithms
                    protocol Making {
                        associatedtype \(name)
                        func make() -> \(name)
                        func take(_ value: \(name))
                    }
                    struct Maker: Making {
                        func make() -> Int { 1 }
                        func take(_ value: \(name)) {}
                    }
                    """
                #expect(try Toolchain.errors(in: ["main.swift": program]) == [])
            }
            let types = (former + names + written).map { "struct \($0) {}\nlet _: \($0) = \($0)()" }
            let program = Array(Set(types)).sorted().joined(separator: "\n")
            #expect(try Toolchain.errors(in: ["main.swift": "import FlowAlgorithms\n\(program)\n"]) == [])
        }
    #endif

    @Test func `own operators of publishers win where FlowCore is imported`() throws {
        for constraint in ["", "where Failure == Never"] {
            let files = GuestTests.program(
                GuestTests.publishers, of: "Publisher", constraint: constraint, imports: "import FlowCore\nimport OpenCombine",
                stream: "[1, 2].publisher", inOneFile: true)
            #expect(try Toolchain.errors(in: files) == [])
        }
        let declared = try PublicInterface(of: "FlowCore").functions(of: ["Publisher"])
        #expect(declared == Set(GuestTests.publishers.map(\.name)))
    }

    @Test func `references to functions compile`() throws {
        let program = """
            import FlowAsync
            typealias Continuation = AsyncStream<Int>.Continuation
            let make: (Int.Type, Continuation.BufferingPolicy, (Continuation) -> Void) -> AsyncStream<Int> =
                AsyncStream.init(_:bufferingPolicy:_:)
            let unfold: (@escaping @Sendable () async -> Int?, (@Sendable () -> Void)?) -> AsyncStream<Int> =
                AsyncStream.init(unfolding:onCancel:)
            func pair() { let make = AsyncStream<Int>.makeStream(of:bufferingPolicy:); _ = make(Int.self, .unbounded).stream }
            func throwing() {
                let make = AsyncThrowingStream<Int, any Error>.makeStream(of:throwing:bufferingPolicy:)
                _ = make(Int.self, (any Error).self, .unbounded).stream
            }
            func map(_ stream: AsyncStream<Int>) { _ = stream.filter(_:) as (@escaping @Sendable (Int) async -> Bool) -> AsyncFilterSequence<AsyncStream<Int>> }
            """
        #expect(try Toolchain.errors(in: ["main.swift": program]) == [])
    }

    @Test func `a stream of the standard library is made where one is asked for in full`() throws {
        let program = """
            import FlowAsync
            import func FlowUntraced.AsyncStream
            import func FlowUntraced.AsyncThrowingStream
            func take(_ stream: _Concurrency.AsyncStream<Int>) {}
            func take(throwing stream: _Concurrency.AsyncThrowingStream<Int, any Error>) {}
            take(AsyncStream { $0.finish() })
            take(AsyncStream { 1 })
            take(AsyncStream(bufferingPolicy: .bufferingNewest(1)) { continuation in continuation.finish() })
            take(throwing: AsyncThrowingStream { $0.finish() })
            let ours: FlowAsync.AsyncStream<Int> = AsyncStream { $0.finish() }
            """
        #expect(try Toolchain.errors(in: ["main.swift": program]) == [])
    }

    /// Tests each form in an extension of the stream itself, in which the bare name means the type with its own element.
    @Test(arguments: ["", "where Element == Int", "where Element: Sendable"])
    func `an extension of a stream makes streams of every element`(constraint: String) throws {
        let program = """
            extension AsyncStream \(constraint) {
                static func same(_ value: Element) -> AsyncStream<Element> { AsyncStream<Element> { $0.yield(value) } }
                static func bare(_ value: Element) -> AsyncStream { AsyncStream { $0.yield(value) } }
                static func other() -> AsyncStream<String> { AsyncStream<String> { $0.finish() } }
                static func unfolded() -> AsyncStream<String> { AsyncStream<String> { "" } }
                func list() -> AsyncStream<[Element]> { AsyncStream<[Element]>(bufferingPolicy: .bufferingNewest(1)) { $0.finish() } }
                func pair() -> AsyncStream<String> { AsyncStream<String>.makeStream().stream }
                func pulled() -> AsyncStream<[Element]> { AsyncStream<[Element]>.init(unfolding: { nil }) }
                static func all(_ one: AsyncStream, _ many: [AsyncStream]) -> Any { (AsyncStream.self, AsyncStream.makeStream(), one, many) }
            }
            extension AsyncThrowingStream \(constraint.isEmpty ? "where" : "\(constraint),") Failure == any Error {
                static func bare(_ value: Element) -> AsyncThrowingStream { AsyncThrowingStream { $0.yield(value) } }
                static func other() -> AsyncThrowingStream<String, any Error> { AsyncThrowingStream<String, any Error> { $0.finish() } }
                static func pulled() -> AsyncThrowingStream<Int, any Error> { AsyncThrowingStream<Int, any Error> { 1 } }
            }
            """
        #expect(try Toolchain.errors(in: ["main.swift": program]) == [])
        #expect(try Toolchain.errors(in: ["main.swift": "import FlowAsync\n\(program)"]) == [])
    }
}
