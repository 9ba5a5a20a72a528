// The operators of the standard library's AsyncSequence, with their signatures: where the sequence is traced, so is what they give.
// What stands behind `Flow(` is the standard library's, as its type says.

extension FlowSequence {
    // MARK: One value for each

    public func map<Transformed>(
        _ transform: @escaping @Sendable (Element) async -> Transformed, fileID: String = #fileID, line: Int = #line
    ) -> Flow<AsyncMapSequence<Self, Transformed>> { Flow(map(transform), fileID, line) }

    public func map<Transformed>(
        _ transform: @escaping @Sendable (Element) async throws -> Transformed, fileID: String = #fileID, line: Int = #line
    ) -> Flow<AsyncThrowingMapSequence<Self, Transformed>> { Flow(map(transform), fileID, line) }

    // MARK: Some of the values

    public func filter(
        _ isIncluded: @escaping @Sendable (Element) async -> Bool, fileID: String = #fileID, line: Int = #line
    ) -> Flow<AsyncFilterSequence<Self>> { Flow(filter(isIncluded), fileID, line) }

    public func filter(
        _ isIncluded: @escaping @Sendable (Element) async throws -> Bool, fileID: String = #fileID, line: Int = #line
    ) -> Flow<AsyncThrowingFilterSequence<Self>> { Flow(filter(isIncluded), fileID, line) }

    public func compactMap<ElementOfResult>(
        _ transform: @escaping @Sendable (Element) async -> ElementOfResult?, fileID: String = #fileID, line: Int = #line
    ) -> Flow<AsyncCompactMapSequence<Self, ElementOfResult>> { Flow(compactMap(transform), fileID, line) }

    public func compactMap<ElementOfResult>(
        _ transform: @escaping @Sendable (Element) async throws -> ElementOfResult?, fileID: String = #fileID,
        line: Int = #line
    ) -> Flow<AsyncThrowingCompactMapSequence<Self, ElementOfResult>> { Flow(compactMap(transform), fileID, line) }

    public func prefix(
        _ count: Int, fileID: String = #fileID, line: Int = #line
    ) -> Flow<AsyncPrefixSequence<Self>> { Flow(prefix(count), fileID, line) }

    // The standard library's `prefix(while:)` is declared to throw where the sequence does, although it calls nothing.

    public func prefix(
        while predicate: @escaping @Sendable (Element) async -> Bool, fileID: String = #fileID, line: Int = #line
    ) throws(Failure) -> Flow<AsyncPrefixWhileSequence<Self>> { Flow(taking(while: predicate), fileID, line) }

    public func prefix(
        while predicate: @escaping @Sendable (Element) async throws -> Bool, fileID: String = #fileID, line: Int = #line
    ) throws(Failure) -> Flow<AsyncThrowingPrefixWhileSequence<Self>> { Flow(taking(while: predicate), fileID, line) }

    private func taking(while predicate: @escaping @Sendable (Element) async -> Bool) -> AsyncPrefixWhileSequence<Self> {
        do { return try theirs(while: predicate) } catch { preconditionFailure("prefix(while:) threw \(error)") }
    }

    private func taking(
        while predicate: @escaping @Sendable (Element) async throws -> Bool
    ) -> AsyncThrowingPrefixWhileSequence<Self> {
        do { return try theirs(while: predicate) } catch { preconditionFailure("prefix(while:) threw \(error)") }
    }

    public func dropFirst(
        _ count: Int = 1, fileID: String = #fileID, line: Int = #line
    ) -> Flow<AsyncDropFirstSequence<Self>> { Flow(dropFirst(count), fileID, line) }

    public func drop(
        while predicate: @escaping @Sendable (Element) async -> Bool, fileID: String = #fileID, line: Int = #line
    ) -> Flow<AsyncDropWhileSequence<Self>> { Flow(drop(while: predicate), fileID, line) }

    public func drop(
        while predicate: @escaping @Sendable (Element) async throws -> Bool, fileID: String = #fileID, line: Int = #line
    ) -> Flow<AsyncThrowingDropWhileSequence<Self>> { Flow(drop(while: predicate), fileID, line) }

    // MARK: A sequence for each value

    public func flatMap<Segment: AsyncSequence>(
        _ transform: @escaping @Sendable (Element) async -> Segment, fileID: String = #fileID, line: Int = #line
    ) -> Flow<Staged<Self, AsyncFlatMapSequence<Self, Inner<Segment>>>>
    where Failure == Segment.Failure, Self: SendableMetatype, Segment: SendableMetatype {
        let flattened = Staged(self) { base, stage -> AsyncFlatMapSequence<Self, Inner<Segment>> in
            base.flatMap { Inner(await transform($0), stage) }
        }
        return Flow(flattened, as: AsyncFlatMapSequence<Self, Segment>.self, fileID, line)
    }

    public func flatMap<Segment: AsyncSequence>(
        _ transform: @escaping @Sendable (Element) async -> Segment, fileID: String = #fileID, line: Int = #line
    ) -> Flow<Staged<Self, AsyncFlatMapSequence<Self, Inner<Segment>>>>
    where Segment.Failure == Never, Self: SendableMetatype, Segment: SendableMetatype {
        let flattened = Staged(self) { base, stage -> AsyncFlatMapSequence<Self, Inner<Segment>> in
            base.flatMap { Inner(await transform($0), stage) }
        }
        return Flow(flattened, as: AsyncFlatMapSequence<Self, Segment>.self, fileID, line)
    }

    public func flatMap<Segment: AsyncSequence>(
        _ transform: @escaping @Sendable (Element) async -> Segment, fileID: String = #fileID, line: Int = #line
    ) -> Flow<Staged<Self, AsyncFlatMapSequence<Self, Inner<Segment>>>>
    where Failure == Never, Segment.Failure == Never, Self: SendableMetatype, Segment: SendableMetatype {
        let flattened = Staged(self) { base, stage -> AsyncFlatMapSequence<Self, Inner<Segment>> in
            base.flatMap { Inner(await transform($0), stage) }
        }
        return Flow(flattened, as: AsyncFlatMapSequence<Self, Segment>.self, fileID, line)
    }

    public func flatMap<Segment: AsyncSequence>(
        _ transform: @escaping @Sendable (Element) async throws -> Segment, fileID: String = #fileID, line: Int = #line
    ) -> Flow<Staged<Self, AsyncThrowingFlatMapSequence<Self, Inner<Segment>>>>
    where Self: SendableMetatype, Segment: SendableMetatype {
        let flattened = Staged(self) { base, stage -> AsyncThrowingFlatMapSequence<Self, Inner<Segment>> in
            base.flatMap { Inner(try await transform($0), stage) }
        }
        return Flow(flattened, as: AsyncThrowingFlatMapSequence<Self, Segment>.self, fileID, line)
    }
}

// Swift 6.3 crashes on a `rethrows` of the sequence that is caught in a refined protocol.
extension AsyncSequence {
    fileprivate func theirs(
        while predicate: @escaping @Sendable (Element) async -> Bool
    ) throws -> AsyncPrefixWhileSequence<Self> { try prefix(while: predicate) }

    fileprivate func theirs(
        while predicate: @escaping @Sendable (Element) async throws -> Bool
    ) throws -> AsyncThrowingPrefixWhileSequence<Self> { try prefix(while: predicate) }
}
