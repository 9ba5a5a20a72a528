/// An operator, publisher or subscriber of a stream.
///
/// Each case except `other` has a row in `Rows/` with all facts about it. Different spellings of an operator are equal.
public enum OperatorID: Hashable, Sendable {
    // Sources
    case just, empty, fail, future, record, deferred, publisher, published, publishedSubject, objectWillChange
    case notifications, dataTask, timerPublish, timer, interval, marbles, keys, passthroughSubject, currentValueSubject
    // One value for each
    case map, tryMap, replaceNil, scan, tryScan, encode, decode, handleEvents, print, breakpoint, setFailureType
    case measureInterval, mapError, assertNoFailure, replaceEmpty, replaceError, `catch`, tryCatch, retry
    // Some of the values
    case filter, tryFilter, compactMap, tryCompactMap, unwrap, removeDuplicates, tryRemoveDuplicates, ignoreOutput
    case dropFirst, dropWhile, tryDropWhile, dropUntilOutput, prefix, prefixWhile, tryPrefixWhile, prefixUntilOutput
    case outputAt, outputIn, first, firstWhere, tryFirstWhere
    // One value for many
    case collect, collectByCount, collectByTime, reduce, tryReduce, count, min, max, minOrMax, tryMinOrMax
    case contains, containsWhere, tryContainsWhere, allSatisfy, tryAllSatisfy, last, lastWhere, tryLastWhere
    // Several streams
    case merge, zip, combineLatest, append, prepend, appendOrPrepend, flatMap, switchToLatest
    // Time and backpressure
    case delay, debounce, throttle, timeout, receiveOn, subscribeOn, buffer, recordedBuffer, pace, probe
    // Sharing
    case share, shareReplay, multicast, makeConnectable, autoconnect, connect, eraseToAnyPublisher
    // Ends
    case sink, assign, pausableSink
    // Swift concurrency
    case continuation, asyncStream, asyncThrowingStream, send, asyncChannel, asyncThrowingChannel, forAwait
    case values, flatMapSequences, flatMapLatest, joined, joinedBySeparator, chain, reductions, interspersed
    case compacted, adjacentPairs, chunks, chunked, chunksOrSignal
    case mergeSequence, combineLatestSequence, bufferSequence, debounceSequence, throttleSequence, throttleReducing, shareSequence
    // SwiftNIO
    case sequenceProducer, channelRead, channelInbound, channelWrite, channelOutbound, peer
    /// An operator outside the catalogue, by its name.
    case other(String)

    /// The operator with a spelling of the catalogue: `receive` and `receive(on:)` are the same.
    ///
    /// - Complexity: O(length).
    public init(_ spelling: String) { self = OperatorCatalogue.ids[spelling] ?? .other(spelling) }

    /// The operator of the first known spelling; if none is known, an `other` operator named after the last spelling.
    package init(oneOf spellings: [String]) {
        let known = spellings.lazy.compactMap { OperatorCatalogue.ids[$0] }.first
        self = known ?? .other(spellings.last ?? "")
    }

    /// The operator of a publisher's or subscriber's type, `OpenCombine.Publishers.Map<…>`; an operator outside the catalogue is
    /// named after its type.
    ///
    /// Only types of OpenCombine and FlowCore count as sinks: other libraries have a subscriber `Sink` that passes its values on.
    ///
    /// - Complexity: O(length).
    package init(type: String) {
        let base = TypePath.base(of: type)
        let known = OperatorCatalogue.idsOfTypes[base]
        let isForeignEnd = known?.role == .sink && !TypePath.isOpenCombines(type)
        self = (isForeignEnd ? nil : known) ?? .other(base.prefix(1).lowercased() + base.dropFirst())
    }

    /// Its name in Swift code: `receive(on:)`.
    public var name: String {
        if case .other(let name) = self { name } else { row?.name ?? "" }
    }

    /// Its other names for a search: `zip3` for `zip`; `min` and `max` for `min/max`, which share a type.
    package var spellings: [String] {
        guard let row else { return [] }
        let parts = row.name.split(separator: "/").map(String.init)
        return parts.count > 1 ? row.spellings + parts : row.spellings
    }

    public var role: OperatorRole { row?.role ?? .transform }

    public var law: OperatorLaw { row?.law ?? .none(because: "no law is known for \(name)") }

    /// Its holding rule; `nil` if it holds nothing.
    package var holding: HoldingRule? { row?.holding }

    /// Whether its store records the fate of every value, even without a consumer.
    package var recordsEach: Bool {
        switch self {
        case .asyncStream, .asyncThrowingStream, .sequenceProducer, .channelInbound, .channelOutbound: true
        default: isAsyncChannel
        }
    }

    /// Whether it belongs to a connection, whose address names it: stages of several connections are alike.
    package var isOfConnection: Bool {
        switch self {
        case .sequenceProducer, .channelRead, .channelInbound, .channelWrite, .channelOutbound, .peer: true
        default: false
        }
    }

    /// Whether it holds values only for lack of demand: none waits in it while there is demand.
    package var keepsForDemand: Bool { recordsEach || [.buffer, .recordedBuffer, .bufferSequence].contains(self) }

    /// Whether its purpose is to drop values that arrive too fast.
    package var limitsRate: Bool {
        [.debounce, .throttle, .debounceSequence, .throttleSequence, .throttleReducing].contains(self)
    }

    /// Whether it is a stream that buffers yielded values.
    package var isAsyncStream: Bool { self == .asyncStream || self == .asyncThrowingStream }

    /// Whether it is a channel, which holds nothing: its producers wait until their values are received.
    package var isAsyncChannel: Bool { self == .asyncChannel || self == .asyncThrowingChannel }

    /// Whether values may wait in it; `true` for an unknown operator.
    package var mayHold: Bool {
        guard let flow = law.flow else { return true }
        return flow.keeping != .nothing || holding != nil || role == .buffer || role == .replay
    }

    /// Whether it sends without regard to demand, so that values without demand are dropped.
    package var sendsUnasked: Bool {
        switch self {
        case .passthroughSubject, .currentValueSubject, .published, .publishedSubject, .objectWillChange, .notifications,
            .timerPublish:
            true
        default: false
        }
    }

    /// Whether a failure of its input must reach its outputs; `false` for an operator that handles failures, or an unknown one.
    package var passesFailures: Bool {
        switch self {
        case .catch, .tryCatch, .retry, .replaceError, .assertNoFailure: false
        default: law.flow != nil
        }
    }

    /// Whether it ends for all subscribers together, as a publisher that sends each value to all of them.
    package var endsForAll: Bool { law.flow?.family == .fanOut && !isOfTasks }

    /// Whether tasks request and send its outputs: it is not a publisher.
    package var isOfTasks: Bool {
        switch self {
        case .continuation, .send, .shareSequence, .channelRead, .channelWrite: true
        default: recordsEach
        }
    }

    /// Whether it sends one value for each input.
    package var isOneToOne: Bool { law.flow?.family == .oneToOne }

    /// Whether it sends one value for many.
    package var groupsValues: Bool { law.flow?.family == .manyToOne }

    /// Whether it makes a publisher from each value, and passes on the publishers' values.
    package var makesPublishers: Bool { law.flow?.family == .oneToMany }

    /// Whether it passes every value on later, without a limit.
    package var handsOnLater: Bool {
        guard let holding else { return false }
        return holding.source == .upstream && holding.entering == .always && holding.leaving == .oldest
            && holding.keeping == .everything
    }

    /// The condition for the release of its held values, if demand alone does not suffice.
    package var wait: OperatorWait? { row?.wait }

    /// The known violation of a rule by OpenCombine's operator, in words; `nil` if none is known.
    package func knownViolation(of rule: RuleNumber) -> String? {
        row?.knownViolations[rule].map { "known: OpenCombine's \(name) \($0)" }
    }

    private var row: OperatorRow? { OperatorCatalogue.rowsOfIDs[self] }
}

/// Parses the names of types in traces.
package enum TypePath {
    /// The type's name, without generic arguments and context; for a type named just `Publisher`, its context.
    package static func base(of type: String) -> String {
        var path = withoutBrackets(type).split(separator: ".")
        if path.last == "Publisher", path.count > 1 { path.removeLast() }
        if path.last == "OCombine", path.count > 1 { path.removeLast() }
        // The subscriber of `values`.
        if path.count > 2, path.suffix(2) == ["Iterator", "Inner"] { path.removeLast(2) }
        return path.last.map(String.init) ?? type
    }

    /// Whether a type belongs to OpenCombine or flowviz; a type without a module counts too.
    package static func isOpenCombines(_ type: String) -> Bool {
        ["OpenCombine", "Combine", "FlowCore", "FlowAsync", "FlowNIO", "FlowScenarios", ""].contains(module(of: type))
    }

    /// The module that declares a type; in an extension, such as `(extension in Shop):OpenCombine.Publishers.Sale<…>`, the
    /// extension's module.
    private static func module(of type: String) -> Substring {
        let prefix = "(extension in "
        let name = type.hasPrefix(prefix) ? type.dropFirst(prefix.count) : type[...]
        guard let end = name.firstIndex(where: { ".)<".contains($0) }), name[end] != "<" else { return "" }
        return name[..<end]
    }

    /// The name without generic arguments and without the marks of private contexts.
    package static func withoutBrackets(_ type: String) -> String {
        var (depth, before) = (0, Character(" "))
        return type.filter { character in
            if "<(".contains(character) { depth += 1 }
            defer {
                // The `>` of an arrow does not close a list of arguments.
                if character == ")" || character == ">" && before != "-" { depth -= 1 }
                before = character
            }
            return depth == 0
        }
    }
}
