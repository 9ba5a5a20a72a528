extension OperatorCatalogue {
    private static let oneForEach = OperatorLaw.law(.oneToOne)
    private static let oneForEachOrMore = OperatorLaw.law(.oneToOne, makesValues: true)
    private static let oneOrNone = OperatorLaw.law(.oneOrNone)

    /// Operators that send one value for each input.
    static let transforms: [OperatorRow] = [
        OperatorRow(
            .map, "map",
            types: ["Map", "MapKeyPath", "MapKeyPath2", "MapKeyPath3", "AsyncMapSequence", "AsyncThrowingMapSequence"],
            law: oneForEach),
        OperatorRow(.tryMap, "tryMap", types: ["TryMap"], law: oneForEach),
        OperatorRow(.replaceNil, "replaceNil", law: oneForEach),
        OperatorRow(.scan, "scan", types: ["Scan"], law: oneForEach),
        OperatorRow(.tryScan, "tryScan", types: ["TryScan"], law: oneForEach),
        OperatorRow(.encode, "encode", types: ["Encode"], law: oneForEach),
        OperatorRow(.decode, "decode", types: ["Decode"], law: oneForEach),
        OperatorRow(.handleEvents, "handleEvents", types: ["HandleEvents"], law: oneForEach),
        OperatorRow(.print, "print", types: ["Print"], law: oneForEach),
        OperatorRow(.breakpoint, "breakpoint", types: ["Breakpoint"], law: oneForEach),
        OperatorRow(.setFailureType, "setFailureType", types: ["SetFailureType"], law: oneForEach),
        OperatorRow(.measureInterval, "measureInterval", types: ["MeasureInterval"], law: oneForEach),
    ]

    static let failures: [OperatorRow] = [
        OperatorRow(.mapError, "mapError", types: ["MapError", "AsyncMapErrorSequence"], law: oneForEach),
        OperatorRow(.assertNoFailure, "assertNoFailure", types: ["AssertNoFailure"], law: oneForEach),
        OperatorRow(.replaceEmpty, "replaceEmpty", types: ["ReplaceEmpty"], law: oneForEachOrMore),
        OperatorRow(.replaceError, "replaceError", types: ["ReplaceError"], law: oneForEachOrMore),
        OperatorRow(.catch, "catch", types: ["Catch"], law: oneForEach),
        OperatorRow(.tryCatch, "tryCatch", types: ["TryCatch"], law: oneForEach),
        OperatorRow(.retry, "retry", types: ["Retry"], law: oneForEach),
    ]

    /// Operators that send one value or none for each input.
    static let filters: [OperatorRow] = [
        OperatorRow(
            .filter, "filter", types: ["Filter", "AsyncFilterSequence", "AsyncThrowingFilterSequence"],
            law: oneOrNone),
        OperatorRow(.tryFilter, "tryFilter", types: ["TryFilter"], law: oneOrNone),
        OperatorRow(
            .compactMap, "compactMap", types: ["CompactMap", "AsyncCompactMapSequence", "AsyncThrowingCompactMapSequence"],
            law: oneOrNone),
        OperatorRow(.tryCompactMap, "tryCompactMap", types: ["TryCompactMap"], law: oneOrNone),
        OperatorRow(.unwrap, "unwrap", law: oneOrNone),
        OperatorRow(
            .removeDuplicates, "removeDuplicates",
            types: ["RemoveDuplicates", "AsyncRemoveDuplicatesSequence", "AsyncThrowingRemoveDuplicatesSequence"],
            law: oneOrNone),
        OperatorRow(.tryRemoveDuplicates, "tryRemoveDuplicates", types: ["TryRemoveDuplicates"], law: oneOrNone),
        OperatorRow(.ignoreOutput, "ignoreOutput", types: ["IgnoreOutput"], law: oneOrNone),
    ]

    /// Operators that pass on some values, by their position in the stream.
    static let parts: [OperatorRow] = [
        OperatorRow(
            .dropFirst, "dropFirst", types: ["Drop", "AsyncDropFirstSequence"],
            law: oneOrNone),
        OperatorRow(
            .dropWhile, "drop(while:)", types: ["DropWhile", "AsyncDropWhileSequence", "AsyncThrowingDropWhileSequence"],
            law: oneOrNone),
        OperatorRow(.tryDropWhile, "tryDrop(while:)", types: ["TryDropWhile"], law: oneOrNone),
        OperatorRow(.dropUntilOutput, "drop(untilOutputFrom:)", types: ["DropUntilOutput"], law: oneOrNone),
        // `output(at:)` and `output(in:)` have the same type, and appear as `prefix` in a trace.
        OperatorRow(
            .prefix, "prefix", types: ["Output", "AsyncPrefixSequence"],
            law: oneOrNone),
        OperatorRow(
            .prefixWhile, "prefix(while:)",
            types: ["PrefixWhile", "AsyncPrefixWhileSequence", "AsyncThrowingPrefixWhileSequence"],
            law: oneOrNone),
        OperatorRow(.tryPrefixWhile, "tryPrefix(while:)", types: ["TryPrefixWhile"], law: oneOrNone),
        OperatorRow(.prefixUntilOutput, "prefix(untilOutputFrom:)", types: ["PrefixUntilOutput"], law: oneOrNone),
        OperatorRow(.outputAt, "output(at:)", law: oneOrNone),
        OperatorRow(.outputIn, "output(in:)", law: oneOrNone),
        OperatorRow(.first, "first", types: ["First"], law: oneOrNone),
        OperatorRow(.firstWhere, "first(where:)", types: ["FirstWhere"], law: oneOrNone),
        OperatorRow(.tryFirstWhere, "tryFirst(where:)", types: ["TryFirstWhere"], law: oneOrNone),
    ]

    private static let oneForAll = OperatorLaw.law(.manyToOne, keeps: .everything)
    private static let gathers = OperatorWait(
        "waits until it has all it collects", until: "it has all it collects, or no more will come")

    /// Operators that send one value for many inputs.
    static let reductions: [OperatorRow] = [
        OperatorRow(.collect, "collect", types: ["Collect"], law: oneForAll, holds: HoldingRule(leaving: .all), waits: gathers),
        OperatorRow(
            .collectByCount, "collect(n)", or: "collect(_ count:)", types: ["CollectByCount"],
            law: .law(.manyToOne, keeps: .group), holds: HoldingRule(leaving: .all), waits: gathers),
        OperatorRow(
            .collectByTime, "collect(by time)", or: "collect(_ strategy:)", types: ["CollectByTime"],
            law: .law(.manyToOne, keeps: .asRecorded)), OperatorRow(.reduce, "reduce", types: ["Reduce"], law: oneForAll),
        OperatorRow(.tryReduce, "tryReduce", types: ["TryReduce"], law: oneForAll),
        OperatorRow(.count, "count", types: ["Count"], law: oneForAll),
        OperatorRow(.min, "min", law: oneForAll),
        OperatorRow(.max, "max", law: oneForAll),
        // `min` and `max` have the same type, and differ only in a closure.
        OperatorRow(.minOrMax, "min/max", types: ["Comparison"], law: oneForAll),
        OperatorRow(.tryMinOrMax, "tryMin/tryMax", types: ["TryComparison"], law: oneForAll),
        OperatorRow(.contains, "contains", types: ["Contains"], law: oneForAll),
        OperatorRow(.containsWhere, "contains(where:)", types: ["ContainsWhere"], law: oneForAll),
        OperatorRow(.tryContainsWhere, "tryContains(where:)", types: ["TryContainsWhere"], law: oneForAll),
        OperatorRow(.allSatisfy, "allSatisfy", types: ["AllSatisfy"], law: oneForAll),
        OperatorRow(.tryAllSatisfy, "tryAllSatisfy", types: ["TryAllSatisfy"], law: oneForAll),
        OperatorRow(.last, "last", types: ["Last"], law: oneForAll),
        OperatorRow(.lastWhere, "last(where:)", types: ["LastWhere"], law: oneForAll),
        OperatorRow(.tryLastWhere, "tryLast(where:)", types: ["TryLastWhere"], law: oneForAll),
    ]
}
