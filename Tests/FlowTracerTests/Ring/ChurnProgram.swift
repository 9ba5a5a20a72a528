import FlowTestSupport

@testable import FlowTrace

/// The records of a program that subscribes and ends streams all the time, on several threads. The program knows which of them
/// live.
///
/// Each stream is a subject, a map and a sink. Identifiers are reused immediately. One of the five threads records hardly
/// anything.
final class ChurnProgram {
    private struct Stream {
        let upper: HookKey
        let lower: HookKey
        let subscription: HookKey
        let publisher: UInt64
    }

    private static let threads = 5
    private static let names: [(tag: UInt32, name: String)] = [
        (1, "OpenCombine.PassthroughSubject<Int, Never>"), (2, "OpenCombine.Publishers.Map<Int, Int>"),
        (3, "OpenCombine.Subscribers.Sink<Int, Never>"),
    ]

    let recorder: Recorder
    private let writers: [ThreadWriter]
    private var chance: SeededChance
    /// The number of streams that never end; they are the first.
    private let kept: Int
    private let calm: Int
    private var streams: [Stream] = []
    private var free: [UInt64] = []
    private var used: UInt64 = 0
    /// The number of records. Each has a different time, from 1.
    private(set) var time: UInt64 = 0
    /// The text beside the record of each value.
    private let text: String

    /// Records into a ring.
    ///
    /// - Parameters:
    ///   - textSize: The bytes of text of each value.
    ///   - calm: One step in this number begins a stream, and one ends a stream.
    ///   - lasting: The number of streams that never end.
    init(_ path: String, size: Int, textSize: Int = 0, calm: Int = 12, lasting: Int = 10, seed: UInt64) throws {
        recorder = try Recorder(file: path, options: TraceFileOptions(size: size, isRing: true))
        let pool = recorder.pool
        writers = (1...ChurnProgram.threads).map { ThreadWriter(number: UInt32($0), store: pool) }
        chance = SeededChance(seed: seed)
        text = String(repeating: "x", count: textSize)
        for (tag, name) in ChurnProgram.names { recorder.record(name: name, of: tag) }
        (kept, self.calm) = (lasting, calm)
        for number in 0..<lasting { begin(on: number % ChurnProgram.threads) }
    }

    /// The identifiers of the subscribers that live.
    var living: [UInt64] { streams.flatMap { [$0.upper.id, $0.lower.id] }.sorted() }

    /// Does something on one of its threads.
    func step() {
        let thread = chance.oneIn(2_000) ? 4 : chance.below(4)
        switch chance.below(calm) {
        case 0 where streams.count < kept + 40: begin(on: thread)
        case 1 where streams.count > kept: end(kept + chance.below(streams.count - kept), on: thread)
        case 2 where streams.count < kept + 40: send(streams[chance.below(streams.count)], on: thread) { self.begin(on: thread) }
        default: send(streams[chance.below(streams.count)], on: thread) {}
        }
    }

    // MARK: Actions of streams

    private func begin(on thread: Int) {
        let stream = Stream(
            upper: HookKey(id: identifier(), tag: 20), lower: HookKey(id: identifier(), tag: 30),
            subscription: HookKey(id: identifier(), tag: 40), publisher: identifier())
        subscribe(stream.lower, publisher: HookKey(id: 0, tag: 2), subscriber: 3, on: thread) {
            subscribe(stream.upper, publisher: HookKey(id: stream.publisher, tag: 1), subscriber: 2, on: thread) {
                hand(stream.subscription, to: stream.upper, on: thread) {
                    hand(stream.subscription, to: stream.lower, on: thread) {
                        call(.willRequest, .didRequest, stream.subscription, word: .max, on: thread) {}
                    }
                }
            }
        }
        streams.append(stream)
    }

    private func end(_ index: Int, on thread: Int) {
        let stream = streams.remove(at: index)
        // A subscriber made in the completion must not get an identifier of an ending one.
        switch chance.below(3) {
        case 0: call(.willCancel, .didCancel, stream.subscription, on: thread) {}
        case 1:
            call(.willComplete, .didComplete, stream.upper, on: thread) {
                call(.willComplete, .didComplete, stream.lower, on: thread) {
                    if chance.oneIn(2) { begin(on: thread) }
                }
            }
        default: for key in [stream.upper, stream.lower] { record(.death, HookKey(id: key.id, tag: 0), on: thread) }
        }
        free += [stream.publisher, stream.subscription.id, stream.lower.id, stream.upper.id]
    }

    private func send(_ stream: Stream, on thread: Int, _ inside: () -> Void) {
        call(.willValue, .didValue, stream.upper, on: thread) {
            call(.willValue, .didValue, stream.lower, on: thread, inside)
        }
    }

    private func subscribe(_ key: HookKey, publisher: HookKey, subscriber: UInt32, on thread: Int, _ inside: () -> Void) {
        call(.willSubscribe, .didSubscribe, key, on: thread) {
            record(.publisherType, publisher, on: thread)
            record(.subscriberType, HookKey(id: 0, tag: subscriber), on: thread)
            inside()
        }
    }

    private func hand(_ subscription: HookKey, to key: HookKey, on thread: Int, _ inside: () -> Void) {
        record(.subscription, subscription, on: thread)
        call(.willSubscription, .didSubscription, key, word: subscription.id, on: thread, inside)
    }

    private func call(
        _ begin: CallKind, _ end: CallKind, _ key: HookKey, word: UInt64 = 0, on thread: Int, _ inside: () -> Void
    ) {
        record(begin, key, word: word, on: thread)
        inside()
        record(end, key, on: thread)
    }

    private func identifier() -> UInt64 {
        if let again = free.popLast() { return again }
        used += 1
        return used * 16
    }

    private func record(_ call: CallKind, _ key: HookKey, word: UInt64 = 0, on thread: Int) {
        time += 1
        guard call != .willValue || text.isEmpty else {
            var text = text
            _ = text.withUTF8 {
                writers[thread].append(text: $0, time: time) { TraceEvent(time: time, call: call, key: key, value: $0) }
            }
            return
        }
        _ = writers[thread].append(TraceEvent(time: time, call: call, key: key, value: WordValue(word)))
    }

    private func record(_ fact: FactKind, _ key: HookKey, on thread: Int) {
        time += 1
        _ = writers[thread].append(TraceEvent(time: time, fact: fact, key: key))
    }
}
