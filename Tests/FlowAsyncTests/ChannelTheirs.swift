#if AsyncAlgorithms
    import AsyncAlgorithms

    /// Uses every public member of the two channels. The bodies of the two functions of this name are the same.
    func everyChannelMemberTheirs() async throws -> [String] {
        let log = HistoryLog()
        let channel: AsyncChannel<Int> = AsyncChannel()
        let sender = Task {
            await channel.send(1)
            await channel.send(2)
            channel.finish()
            await channel.send(3)
        }
        let _: AsyncChannel<Int>.Element = 0
        var iterator: AsyncChannel<Int>.Iterator = channel.makeAsyncIterator()
        log.append("\(await iterator.next() ?? 0)")
        var same: AsyncChannel<Int>.AsyncIterator = channel.makeAsyncIterator()
        log.append("\(await same.next(isolation: nil) ?? 0)")
        for await value in channel { log.append("\(value)") }
        await sender.value

        let throwing = AsyncThrowingChannel<Int, any Error>()
        let failing = Task {
            await throwing.send(1)
            throwing.fail(CancellationError())
        }
        let _: AsyncThrowingChannel<Int, any Error>.Element = 0
        var throwingIterator: AsyncThrowingChannel<Int, any Error>.Iterator = throwing.makeAsyncIterator()
        log.append("\(try await throwingIterator.next() ?? 0)")
        do { log.append("\(try await throwingIterator.next() ?? 0)") } catch { log.append("threw \(error)") }
        await failing.value
        let finished = AsyncThrowingChannel<Int, Never>()
        finished.finish()
        var end: AsyncThrowingChannel<Int, Never>.AsyncIterator = finished.makeAsyncIterator()
        log.append("\(try await end.next() ?? 0)")
        return log.lines
    }

    /// Runs a program of tasks, all on one thread. The bodies of the two functions of this name are the same.
    func theirChannelHistory(_ steps: [ChannelProgram.Step]) -> [String] {
        let log = HistoryLog()
        let loop = TaskLoop()
        let channel = AsyncThrowingChannel<Int, any Error>()
        var (senders, receivers): ([Task<Void, Never>], [Task<Void, Never>]) = ([], [])
        for step in steps {
            switch step {
            case .send:
                let value = senders.count + 1
                senders.append(
                    loop.spawn {
                        await channel.send(value)
                        log.append("sent \(value)")
                    })
            case .next:
                let number = receivers.count + 1
                receivers.append(
                    loop.spawn {
                        var iterator = channel.makeAsyncIterator()
                        do {
                            log.append("next \(number): \(try await iterator.next().map(String.init) ?? "nil")")
                        } catch {
                            log.append("next \(number) threw \(error)")
                        }
                    })
            case .cancelSend(let number): if number < senders.count { senders[number].cancel() }
            case .cancelNext(let number): if number < receivers.count { receivers[number].cancel() }
            case .finish: channel.finish()
            case .fail: channel.fail(ChannelProgram.Broken())
            case .run: loop.run()
            }
        }
        loop.run()
        // Tasks that still wait are released, so that none is left.
        log.append("end")
        channel.finish()
        loop.run()
        return log.lines
    }
#endif
