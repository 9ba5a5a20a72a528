#if AsyncAlgorithms
    import FlowAlgorithms
    import FlowTrace
    import Testing

    @testable import FlowAsync
    @testable import FlowText
    @testable import FlowVerdict

    /// Each cause in its typical form in programs, in virtual time.
    @Suite("causes")
    struct CauseTests {
        private func produce<Value>(
            _ loop: TaskLoop, every pause: Int, _ values: ClosedRange<Int>, finishing: Bool = false,
            to continuation: AsyncStream<Value>.Continuation, _ make: @escaping @Sendable (Int) -> Value
        ) where Value: Sendable {
            loop.spawn {
                for value in values {
                    continuation.yield(make(value))
                    await loop.sleep(milliseconds: pause)
                }
                if finishing { continuation.finish() }
                await loop.sleep(milliseconds: 1_000_000)
                _ = continuation
            }
        }

        private func numbers(
            _ play: CausePlay, every pause: Int, _ values: ClosedRange<Int>, finishing: Bool = false
        ) -> AsyncStream<Int> {
            let (stream, continuation) = AsyncStream.makeStream(of: Int.self)
            produce(play.loop, every: pause, values, finishing: finishing, to: continuation) { $0 }
            return stream
        }

        @Test func `a consumer that has asked and is not run is held back by its executor`() {
            let play = CausePlay()
            play.record {
                let stream = numbers(play, every: 10, 1...1_000)
                play.other.spawn { for await _ in stream {} }
                play.other.run()
                play.alternate(busy: 300, untilMilliseconds: 1_100)
            }

            let report = play.reports(atMilliseconds: 1_100).first

            #expect(
                report?.sentences == [
                    "held back by for await: it has an open request and is not resumed, 20 values wait in AsyncStream; its executor is busy",
                    "held back by for await: it had an open request and was not resumed for 1.1 s of 1.1 s while values waited in AsyncStream; "
                        + "its executor was busy",
                ])
            #expect(report?.blamed == ["for await", "for await"])
            let waiting = report?.stages.filter { $0.name != "yield" } ?? []
            #expect(waiting.map { Int(($0.overall.starved * 10).rounded()) } == [0, 0])
            #expect(waiting.map { Int(($0.overall.heldBack * 10).rounded()) } == [10, 10])
        }

        @Test func `a stream that nobody has ever read is unread`() {
            let play = CausePlay()
            play.record {
                let stream = numbers(play, every: 15, 1...100)
                play.loop.spawn {
                    await play.loop.sleep(milliseconds: 1_000_000)
                    _ = stream
                }
                play.loop.run(untilMilliseconds: 1_500)
            }

            let report = play.reports(atMilliseconds: 1_500).first

            let line = "unread AsyncStream: nobody has ever read it; it holds 100 and grows"
            #expect(report?.sentences == [line, line])
            #expect(report?.blamed == ["AsyncStream", "AsyncStream"])
        }

        @Test func `a stream that is read later was unread for a beginning only`() {
            let play = CausePlay()
            play.record {
                let stream = numbers(play, every: 100, 1...100)
                play.loop.spawn {
                    await play.loop.sleep(milliseconds: 350)
                    for await _ in stream {}
                }
                play.loop.run(untilMilliseconds: 3_000)
            }

            let line = "unread AsyncStream: nobody has ever read it; it holds 4"
            #expect(play.reports(atMilliseconds: 300).first?.verdict.text == line)
            #expect(play.reports(atMilliseconds: 3_000).first?.blamed == [nil, nil])
        }

        @Test func `producers that wait for a reader that has left say since when it has`() {
            let play = CausePlay()
            play.record {
                let channel = AsyncChannel<Int>()
                play.loop.spawn { for page in 1...10 { await channel.send(page) } }
                play.loop.spawn {
                    var read = 0
                    for await _ in channel {
                        read += 1
                        await play.loop.sleep(milliseconds: 30)
                        if read == 3 { break }
                    }
                    await play.loop.sleep(milliseconds: 1_000_000)
                }
                play.loop.run(untilMilliseconds: 1_600)
            }

            let report = play.reports(atMilliseconds: 1_600).first

            let line = "1 producer waits in send since 0.06 s (value 4): its reader left at 0.09 s"
            #expect(report?.sentences == [line, line])
            #expect(report?.blamed == ["for await", "for await"])
        }

        @Test func `the second input of a chain waits for the end of the first`() {
            let play = CausePlay()
            play.record {
                let (live, archive) = (numbers(play, every: 150, 1...100), numbers(play, every: 15, 1...1_000))
                play.loop.spawn { for await _ in chain(live, archive) {} }
                play.loop.run(untilMilliseconds: 1_500)
            }

            let report = play.reports(atMilliseconds: 1_500).first

            #expect(
                report?.sentences == [
                    "held back by chain: it requests nothing from AsyncStream 2 until AsyncStream ends; AsyncStream 2 holds 101 and grows",
                    "held back by chain: it requested nothing from AsyncStream 2 until AsyncStream ended; AsyncStream 2 held up to 101",
                ])
            #expect(report?.blamed == ["chain", "chain"])
        }

        @Test func `values from before the loop are a burst, and nobody's fault`() {
            let play = CausePlay()
            play.record {
                let (stream, continuation) = AsyncStream.makeStream(of: Int.self)
                for value in 1...5 { continuation.yield(value) }
                continuation.finish()
                play.loop.spawn {
                    await play.loop.sleep(milliseconds: 7)
                    for await _ in stream { await play.loop.sleep(milliseconds: 1) }
                }
                play.loop.run(untilMilliseconds: 100)
            }

            let report = play.reports(atMilliseconds: 100).first

            #expect(report?.run.text == "finished at 0.012 s; a burst of 5 before the loop began")
            #expect(report?.blamed == [nil, nil])
        }

        @Test func `nothing is wanted of a stream that nobody reads`() {
            let play = CausePlay()
            play.record {
                let stream = numbers(play, every: 10, 1...100)
                play.loop.run(untilMilliseconds: 1_000)
                withExtendedLifetime(stream) {}
            }

            let stream = play.reports(atMilliseconds: 1_000).first?.stages.last
            #expect(stream?.name == "AsyncStream")
            #expect(stream?.overall.starved == 0 && stream?.overall.busy == 0)
            #expect((stream?.overall.heldBack ?? 0) > 0.95)
        }

        @Test func `values that come after the reader has left are counted over the time in which they came`() {
            let play = CausePlay()
            play.record {
                let stream = numbers(play, every: 10, 1...100)
                play.loop.spawn { for await value in stream where value == 2 { break } }
                play.loop.run(untilMilliseconds: 1_000)
            }

            let rates = play.reports(atMilliseconds: 1_000).first?.stages.map {
                [$0.rateIn, $0.rateOut].map { Int(($0 ?? 0).rounded()) }
            }
            #expect(rates == [[0, 101], [101, 2], [2, 0]])
        }

        @Test(arguments: [(109, false), (110, true)])
        func `a consumer whose continuation is gone does not flow`(end: Int, isFound: Bool) {
            let play = CausePlay()
            play.record {
                play.loop.spawn {
                    await play.loop.sleep(milliseconds: 10)
                    let (stream, _) = AsyncStream.makeStream(of: Int.self)
                    for await _ in stream {}
                }
                play.loop.run(untilMilliseconds: end)
            }

            let text = "for await waits since 0.01 s: the continuation of AsyncStream is gone and has not finished"
            let sentences = play.reports(atMilliseconds: end).first?.sentences ?? []
            #expect((sentences == [text, text]) == isFound, "\(sentences)")
        }

        @Test func `a burst is not told beside a failure, as if it had caused it`() {
            let play = CausePlay()
            play.record {
                let (stream, continuation) = AsyncThrowingStream.makeStream(of: Int.self)
                for value in 1...2 { continuation.yield(value) }
                struct Broken: Error {}
                continuation.finish(throwing: Broken())
                play.loop.spawn {
                    await play.loop.sleep(milliseconds: 7)
                    do { for try await _ in stream {} } catch {}
                }
                play.loop.run(untilMilliseconds: 100)
            }

            #expect(play.reports(atMilliseconds: 100).first?.run.text == "failed at 0.007 s: Broken")
        }

        @Test func `a loop that is busy while no value waits holds nobody back`() {
            let play = CausePlay()
            play.record {
                let stream = numbers(play, every: 100, 1...100)
                play.loop.spawn { for await _ in stream { await play.loop.sleep(milliseconds: 95) } }
                play.loop.run(untilMilliseconds: 5_090)
            }

            for time in [1_050, 3_090, 5_090] { #expect(play.reports(atMilliseconds: time).first?.blamed == [nil, nil]) }
        }

        @Test func `a loop that was busy all the time is named of the run, though at its end all has arrived`() {
            let play = CausePlay()
            play.record {
                let channel = AsyncChannel<Int>()
                play.loop.spawn {
                    for value in 1...16 { await channel.send(value) }
                    channel.finish()
                }
                play.loop.spawn { for await _ in channel { await play.loop.sleep(milliseconds: 100) } }
                play.loop.run(untilMilliseconds: 1_599)
            }

            let report = play.reports(atMilliseconds: 1_599).first

            #expect(report?.run.kind == .heldBack)
            #expect(report?.culprit(of: report!.run)?.name == "for await")
        }

        @Test func `of loops that share a channel, the slowest is to blame, whatever the order in which they came`() {
            for pauses in [[10, 30], [30, 10], [20, 70, 20], [15, 15, 90]] {
                let play = CausePlay()
                play.record {
                    let channel = AsyncChannel<Int>()
                    play.loop.spawn { for value in 1...10_000 { await channel.send(value) } }
                    for pause in pauses {
                        play.loop.spawn { for await _ in channel { await play.loop.sleep(milliseconds: pause) } }
                    }
                    play.loop.run(untilMilliseconds: 3_001)
                }

                let report = play.reports(atMilliseconds: 3_001).first
                let slowest = pauses.firstIndex(of: pauses.max() ?? 0) ?? 0
                let name = slowest == 0 ? "for await" : "for await \(slowest + 1)"
                #expect(report?.blamed == [name, name], "\(pauses)")
            }
        }

        @Test func `a stream is over once a second loop has read its end, even if the first still has its iterator`() {
            let play = CausePlay()
            play.record {
                let (stream, continuation) = AsyncStream.makeStream(of: Int.self)
                for value in 1...10 { continuation.yield(value) }
                continuation.finish()
                play.loop.spawn {
                    var iterator = stream.makeAsyncIterator()
                    for _ in 1...3 { _ = await iterator.next(isolation: nil) }
                    await play.loop.sleep(milliseconds: 50)
                    for await _ in stream {}
                    await play.loop.sleep(milliseconds: 1_000_000)
                    _ = await iterator.next(isolation: nil)
                }
                play.loop.run(untilMilliseconds: 100)
            }

            #expect(
                play.reports(atMilliseconds: 100).first?.sentences
                    == Array(repeating: "finished at 0.05 s; a burst of 10 before the loop began", count: 2))
        }

        @Test func `a round that lasts far longer than those before is said so, with both numbers`() {
            let play = CausePlay()
            play.record {
                let stream = numbers(play, every: 20, 1...10_000)
                play.loop.spawn {
                    var count = 0
                    for await _ in stream {
                        count += 1
                        await play.loop.sleep(milliseconds: count == 40 ? 1_000_000 : 5)
                    }
                }
                play.loop.run(untilMilliseconds: 31_780)
            }

            #expect(
                play.reports(atMilliseconds: 31_780).first?.verdict.text
                    == "held back by for await: 1550 values wait in AsyncStream, for await has spent 31 s on one value "
                    + "(earlier ones took 5.0 ms) while its input had values")
        }

        @Test func `a source that sends no more is silent for as long as the trace knows`() {
            let play = CausePlay()
            play.record {
                let stream = numbers(play, every: 2, 1...100)
                play.loop.spawn { for await _ in stream {} }
                play.loop.run(untilMilliseconds: 4_000)
            }

            let line = "silent for 3.8 s: for await waits for yield"
            #expect(play.reports(atMilliseconds: 4_000).first?.sentences == [line, line])
        }

        @Test func `a program that ends in a second call of next says so`() {
            typealias Numbers = AsyncThrowingStream<Int, any Error>
            let play = CausePlay()
            let feed = ProducerEdge(
                play.target, from: Numbers.Continuation.self, to: Numbers.self, of: Int.self, limit: .unbounded,
                at: StageLabel(fileID: "Cause", line: 1))
            func iterator() -> ConsumerEdge? {
                ConsumerEdge.tracing(StageFacts(type: Numbers.self, valueType: Int.self, stream: feed.id), in: play.target) {}.1
            }
            let (first, second) = (iterator(), iterator())
            first?.request()
            second?.request()

            let report = play.reports(atMilliseconds: 0, isBrokenOff: true).first

            #expect(report?.run.text.hasPrefix("the program ended in this call: for await 2 called next() while another") == true)
            #expect(report?.run.kind == .failed)
            #expect(report?.blamed == ["for await 2", "for await 2"])
            #expect(play.reports(atMilliseconds: 0).first?.run.kind != .failed)
            withExtendedLifetime((first, second)) {}
        }
    }
#endif
