#if AsyncAlgorithms
    import FlowAlgorithms
    import FlowTrace
    import Testing

    @testable import FlowModel
    @testable import FlowVerdict

    /// Verdicts on loops that wait in a send of a stream that they feed: the culprit is that stream's.
    @Suite("Blame beyond the loop")
    struct BlameBeyondTests {
        /// The verdicts on the moment and on the run, the oldest pipeline first, without lines.
        private static func verdicts(
            untilMilliseconds end: Int = 12_000, _ play: (TaskLoop) -> Void
        ) -> (present: [String], run: [String], briefs: [String]) {
            let loop = TaskLoop()
            let recorder = Recorder(clock: .custom { loop.now })
            CurrentTarget.with(TraceTarget(recorder: recorder, places: true)) {
                play(loop)
                loop.run(untilMilliseconds: end)
            }
            let reports = Traced(recorder).related(at: TraceTime(nanoseconds: UInt64(end) * 1_000_000))
            func plain(_ text: String) -> String { text.replacing(#/(:\d+|\+0x[0-9a-f]+)( #\d)?/#, with: "") }
            return (
                reports.map { plain($0.verdict.text) }, reports.map { plain($0.run.text) },
                reports.map { plain($0.verdict.brief) }
            )
        }

        /// A stream with a value every 5 milliseconds.
        private static func ticks(_ loop: TaskLoop) -> AsyncStream<Int> {
            let (stream, continuation) = AsyncStream.makeStream(of: Int.self)
            loop.spawn {
                for value in 0..<100_000 {
                    await loop.sleep(milliseconds: 5)
                    continuation.yield(value)
                }
            }
            return stream
        }

        /// Reads a sequence, and does something that takes time with each value.
        private static func read<Base: AsyncSequence & Sendable>(
            _ base: Base, _ loop: TaskLoop, _ body: @escaping @Sendable (Base.Element) async -> Void
        ) where Base.Failure == Never, Base.Element: Sendable {
            loop.spawn { for await value in base { await body(value) } }
        }

        @Test func `a loop that waits in its send is not to blame, but the reader of what it sends`() {
            let found = BlameBeyondTests.verdicts { loop in
                let (ticks, texts) = (BlameBeyondTests.ticks(loop), AsyncChannel<String>())
                loop.spawn { for await tick in ticks { await texts.send("\(tick)") } }
                loop.spawn { for await _ in texts.probe("slow") { await loop.sleep(milliseconds: 100) } }
            }
            #expect(found.present.count == 2)
            #expect(
                found.present[0]
                    == "held back by for await 2 (for await waits in its send): 2279 values wait in AsyncStream, for await requested nothing for 100 % of the last 10 s while its input had values"
            )
            #expect(found.briefs[0] == "held back by for await 2")
        }

        @Test func `a verdict goes on through as many loops as wait for one another`() {
            let found = BlameBeyondTests.verdicts { loop in
                let (ticks, texts, flags) = (BlameBeyondTests.ticks(loop), AsyncChannel<String>(), AsyncChannel<Bool>())
                loop.spawn { for await tick in ticks { await texts.send("\(tick)") } }
                loop.spawn { for await text in texts { await flags.send(text.isEmpty) } }
                loop.spawn { for await _ in flags { await loop.sleep(milliseconds: 100) } }
            }
            #expect(found.briefs == Array(repeating: "held back by for await 3", count: 3))
            #expect(
                found.run[0].hasPrefix("held back by for await 3 (for await waited in its send): for await requested nothing"))
        }

        @Test func `a loop that waits in a send stops together with the reader of what it sends`() {
            let found = BlameBeyondTests.verdicts(untilMilliseconds: 30_000) { loop in
                let (stream, continuation) = AsyncStream.makeStream(of: Int.self)
                let texts = AsyncChannel<String>()
                loop.spawn {
                    for value in 1...4 { continuation.yield(value) }
                    await loop.sleep(milliseconds: 1_000_000)
                    continuation.finish()
                }
                loop.spawn { for await value in stream { await texts.send("\(value)") } }
                loop.spawn { for await _ in texts { await loop.sleep(milliseconds: 1_000_000) } }
            }
            #expect(
                found.present.map { $0.contains("for await 2") } == [true, true]
                    && found.present[0].contains("(for await waits in its send)"), "\(found.present)")
        }

        @Test func `a loop that is slow itself stays to blame`() {
            let found = BlameBeyondTests.verdicts { loop in
                let (ticks, texts) = (BlameBeyondTests.ticks(loop), AsyncChannel<String>())
                loop.spawn {
                    for await tick in ticks {
                        await loop.sleep(milliseconds: 100)
                        await texts.send("\(tick)")
                    }
                }
                loop.spawn { for await _ in texts {} }
            }
            #expect(found.present[0].contains("waits in") == false && found.present[0].hasPrefix("held back by for await:"))
        }
    }
#endif
