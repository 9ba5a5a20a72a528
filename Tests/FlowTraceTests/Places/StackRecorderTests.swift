import CFlowStack
import FlowTestSupport
import Testing

@testable import FlowTrace

#if canImport(Glibc)
    import Glibc
#elseif canImport(Musl)
    import Musl
#else
    import Darwin
#endif

/// The stacks of this process, as its tests record them.
@Suite("Recorded stacks", .notForever)
struct StackRecorderTests {
    /// Takes the facts about places, and checks that the frames of a stack come before it.
    private struct Facts: RecordSink {
        var modules: [String: Int] = [:]
        var frames: [UInt32: [CodeFrame]] = [:]
        var stacks: [UInt32] = []
        var tasks: [UInt64] = []
        var roles: [StackRole?] = []
        var isInOrder = true

        init(_ recorder: Recorder) { recorder.drain(into: &self) }

        mutating func declare(nodes: [NodeFact], edges: [EdgeFact]) {}
        mutating func record(missed: Int) {}
        mutating func append(_ record: TraceEvent, thread: UInt32, bytes: UnsafeRawBufferPointer?) {
            let key = record.hookKey
            switch record.fact {
            case .module: modules[record.hookText(bytes), default: 0] += 1
            case .frame:
                // Two threads may both record a stack.
                if record.subkind == 0 { frames[key.tag] = [] }
                frames[key.tag]?.append(CodeFrame(module: UInt32(record.b), address: key.id))
            case .stack:
                stacks.append(key.tag)
                tasks.append(record.stackTask)
                roles.append(record.stackRole)
                if key.tag != 0, frames[key.tag] == nil { isInOrder = false }
            default: break
            }
        }
    }

    @inline(never) private func subscribe(_ target: TraceTarget) { target.recordPlace() }

    @Test func `a stack is recorded once, and each place has another one`() {
        let recorder = Recorder()
        let target = TraceTarget(recorder: recorder, places: true)
        for _ in 0..<3 { subscribe(target) }
        subscribe(target)

        let facts = Facts(recorder)
        #expect(facts.stacks.count == 4 && Set(facts.stacks[..<3]).count == 1 && facts.stacks[3] != facts.stacks[0])
        #expect(facts.isInOrder && facts.frames.count == 2)
        #expect(facts.frames.values.allSatisfy { !$0.isEmpty && $0[0].module != 0 })
        #expect(facts.modules.values.allSatisfy { $0 == 1 })
    }

    @Test func `without places nothing is recorded`() {
        let recorder = Recorder()
        subscribe(TraceTarget(recorder: recorder))
        #expect(Facts(recorder).stacks == [])
    }

    @Test func `a recorder that has been closed gets none`() {
        let recorder = Recorder()
        let target = TraceTarget(recorder: recorder, places: true)
        recorder.close()
        subscribe(target)
        target.stacks?.recordFed(from: 5000, of: 1)
        #expect(Facts(recorder).stacks == [] && Facts(recorder).modules == [:])
    }

    @Test func `whichever thread has a stack first, its frames are recorded before`() {
        let recorder = Recorder()
        let target = TraceTarget(recorder: recorder, places: true)
        onThreads { _ in
            for depth in 0..<50 { nested(depth) { subscribe(target) } }
        }
        let facts = Facts(recorder)
        #expect(facts.isInOrder && facts.stacks.count == 400)
        #expect(recorder.missed == 0)
    }

    @inline(never) private func nested(_ depth: Int, _ body: () -> Void) {
        if depth == 0 { body() } else { nested(depth - 1, body) }
        // Not a tail call.
        blackHole(depth)
    }

    @inline(never) private func blackHole(_ number: Int) {}

    @Test func `of stacks without end some are recorded, and all others are lost`() throws {
        let recorder = Recorder()
        let stacks = StackRecorder(recorder)
        let limit = StackRecorder.stackLimit
        let own = try #require(MemoryMap.codeOfThisProcess()?.first)
        for number in 0..<UInt(limit) + 100 { stacks.recordFed(from: UInt(own.start) + 1 + number, of: 1) }

        let facts = Facts(recorder)
        #expect(facts.stacks == (1...UInt32(limit)).map { $0 } + [UInt32](repeating: 0, count: 100))
        #expect(facts.frames.count == limit)
    }

    @Test func `addresses of no module are kept as they are, and cost no entry each`() {
        let recorder = Recorder()
        let stacks = StackRecorder(recorder)
        for _ in 0..<3 { stacks.recordFed(from: 5000, of: 1) }
        let facts = Facts(recorder)
        #expect(facts.stacks == [1, 1, 1] && facts.frames == [1: [CodeFrame(module: 0, address: 5000)]])
    }

    @Test func `a value has the number of its task, and none outside tasks`() async {
        let recorder = Recorder()
        let stacks = StackRecorder(recorder)
        @Sendable func feed(_ role: StackRole = .fed) { stacks.recordFed(from: 5000, of: 1, as: role) }
        await Task { for role in [StackRole.fed, .fed, .ended] { feed(role) } }.value
        await Task { feed() }.value
        onThreads(1) { _ in feed() }

        let facts = Facts(recorder)
        let tasks = facts.tasks.sorted()
        #expect(tasks.prefix(2) == [0, 0] && tasks.suffix(3).allSatisfy { $0 > 0 } && Set(tasks).count == 3)
        #expect(facts.roles.count { $0 == .fed } == 4 && facts.roles.count { $0 == .ended } == 1)
        #expect(zip(facts.tasks, facts.roles).allSatisfy { $0 == 0 || $1 == .fed })
    }

    @Test(arguments: StackRole.allCases, [0, 1, UInt64.max >> 8])
    func `a word has a role and a task`(role: StackRole, task: UInt64) {
        let word = StackWord(bits: StackWord(role, task: task).bits)
        #expect(word.role == role && word.task == task)
    }

    @Test func `a table finds what it has, whatever the hash`() {
        let table = StackTable()
        for number in 0..<UInt64(10_000) {
            [number, number + 1].withUnsafeBufferPointer { addresses in
                table.add(addresses, hash: number % 7, number: UInt32(number))
                if number % 100 == 0, number < 6_000 { #expect(table.number(of: addresses, hash: number % 7) == UInt32(number)) }
            }
        }
        [UInt64(3)].withUnsafeBufferPointer { #expect(table.number(of: $0, hash: 3) == nil) }
        [UInt64(9_999), 10_000].withUnsafeBufferPointer { #expect(table.number(of: $0, hash: 9_999 % 7) == nil) }
    }

    // MARK: The walk

    private static func walk() -> [UInt64] {
        var addresses = [UInt64](repeating: 0, count: 32)
        var hash: UInt64 = 0
        let count = flowviz_stack_walk(&addresses, 32, 0, &hash)
        return Array(addresses[..<Int(count)])
    }

    @Test func `a thread with the smallest stack can be walked, and the walk changes no error number`() {
        var attributes = pthread_attr_t()
        pthread_attr_init(&attributes)
        pthread_attr_setstacksize(&attributes, max(65_536, Int(PTHREAD_STACK_MIN)))
        let found = LockedBox<(count: Int, error: Int32)>((0, 0))
        let box = Unmanaged.passRetained(Box(found: { count, error in found.withLock { $0 = (count, error) } }))
        #if canImport(Glibc)
            var thread = pthread_t()
        #else  // Musl, Darwin
            var thread: pthread_t?
        #endif
        pthread_create(
            &thread, &attributes,
            { argument in
                #if canImport(Darwin)
                    let argument: UnsafeMutableRawPointer? = argument
                #endif
                errno = 77
                let count = StackRecorderTests.walk().count
                let error = errno
                argument.map { Unmanaged<Box>.fromOpaque($0).takeRetainedValue().found(count, error) }
                return nil
            }, box.toOpaque())
        #if canImport(Glibc)
            pthread_join(thread, nil)
        #else  // Musl, Darwin
            if let thread { pthread_join(thread, nil) }
        #endif
        #expect(found.withLock { $0.count } > 0 && found.withLock { $0.error } == 77)
    }

    private final class Box {
        let found: (Int, Int32) -> Void

        init(found: @escaping (Int, Int32) -> Void) { self.found = found }
    }

    #if canImport(Glibc)  // Musl and Darwin name the handler's field otherwise.
        private nonisolated(unsafe) static var onOtherStack: Int?

        @Test func `on another stack than the thread's nothing is walked`() {
            // The stack of a signal handler is another one, as that of a coroutine is.
            onThreads(1) { _ in
                #expect(!StackRecorderTests.walk().isEmpty)
                let memory = UnsafeMutableRawPointer.allocate(byteCount: 1 << 17, alignment: 4096)
                defer { memory.deallocate() }
                var other = stack_t(ss_sp: memory, ss_flags: 0, ss_size: 1 << 17)
                sigaltstack(&other, nil)
                var action = sigaction()
                action.__sigaction_handler.sa_handler = { _ in
                    var addresses: (UInt64, UInt64) = (0, 0)
                    var hash: UInt64 = 0
                    let count = withUnsafeMutableBytes(of: &addresses) {
                        flowviz_stack_walk($0.baseAddress?.assumingMemoryBound(to: UInt64.self), 2, 0, &hash)
                    }
                    StackRecorderTests.onOtherStack = Int(count) + Int(flowviz_stack_caller())
                }
                action.sa_flags = Int32(SA_ONSTACK)
                var before = sigaction()
                sigaction(SIGURG, &action, &before)
                // Threads of Dispatch block signals, and a thread inherits that.
                var own = sigset_t()
                sigemptyset(&own)
                sigaddset(&own, SIGURG)
                pthread_sigmask(SIG_UNBLOCK, &own, nil)
                pthread_kill(pthread_self(), SIGURG)
                sigaction(SIGURG, &before, nil)
                var none = stack_t(ss_sp: nil, ss_flags: Int32(SS_DISABLE), ss_size: 0)
                sigaltstack(&none, nil)
            }
            #expect(StackRecorderTests.onOtherStack == 0)
        }
    #endif
}
