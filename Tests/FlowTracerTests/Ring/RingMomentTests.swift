import FlowTestSupport
import Foundation
import Testing

@testable import FlowTrace

/// The file of a ring says at each moment who lives: between any two writes, and while any thread stands still anywhere.
@Suite("the graph in a ring at every moment")
struct RingMomentTests {
    private let folder: TemporaryFolder

    init() throws {
        folder = try TemporaryFolder()
    }

    /// The number of chunks of the smallest ring.
    private static let chunks = TraceFormat.chunkCount(size: TraceFileOptions.minimumSize)

    @Test(
        "between any two writes while chunks are claimed, left, taken over and overwritten, and a thread stands still in between",
        arguments: Rounds.seeds(full: 20, sample: 1))
    func writes(seed: UInt64) throws {
        let ring = try WatchedRing(folder.path("a.fvz"))
        let threads = (0..<3).map { _ in SteppedThread(ring) }
        var chance = SeededChance(seed: seed)
        var (living, begun): ([UInt64], UInt64) = ([], 0)
        var (recording, standing): (Int?, Int?) = (nil, nil)
        func step() {
            // One of the threads hardly records.
            let number = chance.oneIn(100) ? 2 : chance.below(2)
            guard number != standing else { return }
            let thread = threads[number]
            recording = number
            switch chance.below(4) {
            case _ where chance.oneIn(20): thread.end()
            case 0 where living.count < 8:
                begun += 1
                let id = begun
                for record in thread.life(id)[..<8] { record() }
                living.append(id)
            case 1 where !living.isEmpty:
                for record in thread.life(living.remove(at: chance.below(living.count)))[8...] { record() }
            default: thread.fill()
            }
        }
        for thread in threads {
            thread.onChange { _ in
                guard standing == nil, chance.oneIn(8) else { return }
                standing = recording
                for _ in 0..<chance.below(600) { step() }
                (recording, standing) = (standing, nil)
            }
        }
        ring.onWrite { _ in ring.look() }
        while ring.moments < (Rounds.isLong ? 1_500 : 400) { step() }

        #expect(ring.fault == nil)
        #expect(begun > 40)
    }

    @Test("between any two writes while facts of lives need a new chunk, and move, also at once with a permanent fact")
    func facts() throws {
        let ring = try WatchedRing(folder.path("a.fvz"), size: 2 << 20)
        let thread = SteppedThread(ring)
        var lives: [[() -> Void]] = []
        var (begun, room, isWatched) = (UInt64(0), TraceFormat.chunkSize, false)
        // The chunks with facts, and the number emptied while each write was watched.
        var (holders, emptied) = (Set<Int>(), 0)
        let chunks = TraceFormat.dataStart(chunks: ring.file.chunkCount)
        ring.onWrite { bytes in
            if isWatched { ring.look() }
            guard bytes.lowerBound >= chunks, bytes.count > 8 else { return }
            let slot = (bytes.lowerBound - chunks) / TraceFormat.chunkSize
            if bytes.count < TraceFormat.chunkSize {
                holders.insert(slot)
                room = chunks + (slot + 1) * TraceFormat.chunkSize - bytes.upperBound
            } else if holders.remove(slot) != nil, isWatched {
                emptied += 1
            }
        }
        // A permanent fact that takes most of a chunk, and that readers of the graph ignore.
        let fact = MetadataItem.command([String](repeating: String(repeating: "x", count: 250), count: 190))
        ring.file.keep(fact)
        for keeps in [false, true, false] {
            isWatched = false
            while room < 1_000 || begun < 300 { step() }
            while room > 1_000 { step() }
            isWatched = true
            if keeps { ring.file.keep(fact) }
            while room < 1_000 { step() }
        }
        func step() {
            begun += 1
            lives.append(thread.begin(begun))
            // The first never end: their facts move.
            if lives.count > 160 { for record in lives.remove(at: 10) { record() } }
            for _ in 0..<3 { thread.fill() }
        }

        #expect(ring.fault == nil)
        #expect(emptied > 0)
    }

    @Test("two writes in the wrong order would be found: the last fact of a chunk, the chunk's state and its contents")
    func order() throws {
        let ring = try WatchedRing(folder.path("a.fvz"))
        let thread = SteppedThread(ring)
        let image = folder.path("image.fvz")
        var (before, writes): (Data, [FileWrite]) = (Data(), [])
        var (wrong, expected): ([[Int]], [[Int]]) = ([], [])
        ring.onWrite { writes.append(FileWrite(ring.file.memory, $0)) }
        thread.onChange { place in
            guard place != .beforeLeaving else {
                (before, writes) = (FileManager.default.contents(atPath: ring.path) ?? Data(), [])
                return
            }
            guard place == .afterClaiming, let fact = writes.firstIndex(where: \.isFact) else { return }
            wrong.append(
                writes.indices.dropLast().filter { first in
                    let early = Array(writes[..<first]) + [writes[first + 1]]
                    return ring.differs(from: image, FileWrite.apply(early, to: before))
                })
            // After the bytes of the fact: its head, the state of the slot, the head of the chunk.
            expected.append([fact + 1, fact + 2])
        }
        for id in 1...3 as ClosedRange<UInt64> {
            let end = thread.begin(id)
            for _ in 0..<(RingMomentTests.chunks + 2) * SteppedThread.valuesInChunk { thread.fill() }
            for record in end { record() }
            for _ in 0..<(RingMomentTests.chunks + 2) * SteppedThread.valuesInChunk { thread.fill() }
        }

        #expect(wrong == expected)
        #expect(wrong.count >= 6)
    }

    @Test(
        "while a thread stands still anywhere for a turn of the ring, wherever in a life its chunk ends",
        arguments: 0...9)
    func standing(end: Int) throws {
        for stop in 0..<10 + SteppedThread.Place.allCases.count {
            let ring = try WatchedRing(folder.path("\(stop).fvz"))
            let (thread, other) = (SteppedThread(ring), SteppedThread(ring))
            func goOn(for chunks: Int) {
                for _ in 0..<chunks {
                    for _ in 0..<SteppedThread.valuesInChunk { other.fill() }
                    ring.look()
                }
            }
            goOn(for: 2)
            RingMomentTests.fillChunk(of: thread, except: end)
            var hasStopped = false
            thread.onChange { place in
                guard stop - 10 == SteppedThread.Place.allCases.firstIndex(of: place), !hasStopped else { return }
                hasStopped = true
                goOn(for: RingMomentTests.chunks + 2)
            }
            for (index, record) in thread.life(1).enumerated() {
                if index == stop { goOn(for: RingMomentTests.chunks + 2) }
                record()
            }
            goOn(for: RingMomentTests.chunks)

            #expect(ring.fault == nil, "stop \(stop)")
            #expect(ring.living.isEmpty)
        }
    }

    /// Begins a chunk, and leaves room for so many records.
    private static func fillChunk(of thread: SteppedThread, except records: Int) {
        for _ in 0..<SteppedThread.valuesInChunk { thread.fill() }
        let texts = SteppedThread.valuesInChunk * SteppedThread.textSize
        // The writer leaves a chunk with room for no more than two records.
        let rest = ChunkCopy.offset(ofRecord: SteppedThread.valuesInChunk + 1 + records + 2)
        thread.fill(TraceFormat.chunkSize - texts - rest)
    }
}

/// A write to a trace file.
private struct FileWrite {
    let offset: Int
    let bytes: Data
    /// Whether it wrote the bytes of a fact.
    let isFact: Bool

    init(_ memory: FileMemory, _ range: Range<Int>) {
        offset = range.lowerBound
        bytes = Data(bytes: memory.base + range.lowerBound, count: range.count)
        isFact = 8 < range.count && range.count < TraceFormat.chunkSize
    }

    /// The content of a file after writes.
    static func apply(_ writes: [FileWrite], to file: Data) -> Data {
        var file = file
        for write in writes { file.replaceSubrange(write.offset..<write.offset + write.bytes.count, with: write.bytes) }
        return file
    }
}
