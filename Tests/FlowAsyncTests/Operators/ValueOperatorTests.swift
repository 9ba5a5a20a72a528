import FlowAsync
import Testing

/// FlowAsync's own operators do as the standard library's, which the compiler takes for a sequence that is not traced.
@Suite("map, filter and compactMap as in the standard library")
struct ValueOperatorTests {
    enum Answer: Sendable { case value(Int), error, end }

    /// Gives its answers one by one, also after an end or an error, and then only ends.
    struct Source: AsyncSequence, AsyncIteratorProtocol {
        typealias Failure = any Error

        let answers: [Answer]
        let log: HistoryLog
        var count = 0

        mutating func next(isolation actor: isolated (any Actor)?) async throws -> Int? {
            log.append("asked")
            await Task.yield()
            guard count < answers.count else { return nil }
            count += 1
            switch answers[count - 1] {
            case .value(let value): return value
            case .error: throw Refused(value: -1)
            case .end: return nil
            }
        }

        func makeAsyncIterator() -> Source { self }
    }

    struct Refused: Error { let value: Int }

    /// A closure for an operator: refuses some values, and gives `nil` for others.
    private static func transform(_ value: Int, _ log: HistoryLog) throws -> Int? {
        log.append("with \(value)")
        if value % 5 == 0 { throw Refused(value: value) }
        return value % 3 == 0 ? nil : -value
    }

    private static func answers(_ seed: UInt64) -> [Answer] {
        var state = seed &* 0x9E37_79B9_7F4A_7C15 | 1
        return (0..<12).map { _ in
            state ^= state << 13
            state ^= state >> 7
            state ^= state << 17
            let number = Int(state % 23)
            return number == 21 ? .error : number == 22 ? .end : .value(number)
        }
    }

    /// What a program sees that asks on after every end and error.
    private func history<Chain: AsyncSequence & SendableMetatype>(
        _ answers: [Answer], _ make: @Sendable (Source, HistoryLog) -> Chain
    ) async -> [String] where Chain.Element == Int {
        let log = HistoryLog()
        var iterator = make(Source(answers: answers, log: log), log).makeAsyncIterator()
        for call in 0..<(answers.count + 3) {
            do {
                let value = call % 2 == 0 ? try await iterator.next() : try await iterator.next(isolation: nil)
                log.append("got \(value.map(String.init) ?? "nil")")
            } catch {
                log.append("threw \((error as? Refused)?.value ?? 0)")
            }
        }
        return log.lines
    }

    /// Compares an operator with the standard library's, traced and not.
    private func compare<Ours: AsyncSequence & SendableMetatype, Theirs: AsyncSequence & SendableMetatype>(
        _ name: String, ours: @Sendable (TracedAsyncSequence<Source>, HistoryLog) -> Ours,
        theirs: @Sendable (Source, HistoryLog) -> Theirs
    ) async where Ours.Element == Int, Theirs.Element == Int {
        for seed in 1...200 as ClosedRange<UInt64> {
            let answers = ValueOperatorTests.answers(seed)
            let expected = await history(answers, theirs)
            let untraced = await history(answers) { ours($0.probe("in"), $1) }
            var traced: [String] = []
            _ = await Traced.recording { traced = await history(answers) { ours($0.probe("in"), $1) } }
            #expect(untraced == expected, "\(name), seed \(seed)")
            #expect(traced == expected, "\(name), seed \(seed)")
        }
    }

    @Test func `values, drops, ends, errors, and what comes after them are the standard library's`() async {
        await compare("map") { source, log in
            source.map { (try? ValueOperatorTests.transform($0, log)) ?? 0 }
        } theirs: { source, log -> AsyncMapSequence<Source, Int> in
            source.map { (try? ValueOperatorTests.transform($0, log)) ?? 0 }
        }
        await compare("throwing map") { source, log in
            source.map { try ValueOperatorTests.transform($0, log) ?? 0 }
        } theirs: { source, log -> AsyncThrowingMapSequence<Source, Int> in
            source.map { try ValueOperatorTests.transform($0, log) ?? 0 }
        }
        await compare("filter") { source, log in
            source.filter { (try? ValueOperatorTests.transform($0, log)) != nil }
        } theirs: { source, log -> AsyncFilterSequence<Source> in
            source.filter { (try? ValueOperatorTests.transform($0, log)) != nil }
        }
        await compare("throwing filter") { source, log in
            source.filter { try ValueOperatorTests.transform($0, log) != nil }
        } theirs: { source, log -> AsyncThrowingFilterSequence<Source> in
            source.filter { try ValueOperatorTests.transform($0, log) != nil }
        }
        await compare("compactMap") { source, log in
            source.compactMap { try? ValueOperatorTests.transform($0, log) }
        } theirs: { source, log -> AsyncCompactMapSequence<Source, Int> in
            source.compactMap { try? ValueOperatorTests.transform($0, log) }
        }
        await compare("throwing compactMap") { source, log in
            source.compactMap { try ValueOperatorTests.transform($0, log) }
        } theirs: { source, log -> AsyncThrowingCompactMapSequence<Source, Int> in
            source.compactMap { try ValueOperatorTests.transform($0, log) }
        }
    }
}
