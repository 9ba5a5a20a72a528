import FlowCombine

extension Pipeline {
    static let transforms: [Pipeline] = [
        Pipeline("map", "publisher map filter end") { b in
            (1...10).publisher.spied(b).map { $0 * 2 }.spied(b).filter { $0.isMultiple(of: 4) }.ended(b)
        },
        Pipeline("map, map, map", "publisher map map map end") { b in
            (1...5).publisher.spied(b).map { $0 + 1 }.spied(b).map { $0 + 1 }.spied(b).map { "\($0)" }.ended(b)
        },
        Pipeline("tryMap", "publisher tryMap end") { b in
            (1...5).publisher.spied(b).tryMap { try TestFailure.unless($0 < 4, $0) }.ended(b)
        },
        Pipeline("map key path", "publisher map end") { b in
            ["a", "bb"].publisher.spied(b).map(\.count).ended(b)
        },
        Pipeline("map two key paths", "publisher map end") { b in
            ["a", "bb"].publisher.spied(b).map(\.count, \.isEmpty).ended(b)
        },
        Pipeline("map three key paths", "publisher map end") { b in
            ["a", "bb"].publisher.spied(b).map(\.count, \.isEmpty, \.first).ended(b)
        },
        Pipeline("scan", "publisher scan end") { b in
            (1...6).publisher.spied(b).scan(0, +).ended(b)
        },
        Pipeline("tryScan", "publisher tryScan end") { b in
            (1...6).publisher.spied(b).tryScan(0) { try TestFailure.unless($1 < 5, $0 + $1) }.ended(b)
        },
        Pipeline("encode decode", "publisher encode decode end") { b in
            (1...4).publisher.spied(b).encode(encoder: TextCoder()).spied(b).decode(type: Int.self, decoder: TextCoder()).ended(b)
        },
        Pipeline("handleEvents", "publisher handleEvents end") { b in
            (1...4).publisher.spied(b).handleEvents(receiveOutput: { _ in }, receiveCancel: {}, receiveRequest: { _ in }).ended(b)
        },
        Pipeline("print", "publisher print end") { b in
            (1...4).publisher.spied(b).print("", to: Silence()).ended(b)
        },
        Pipeline("breakpoint", "publisher breakpoint end") { b in
            (1...4).publisher.spied(b).breakpoint(receiveOutput: { _ in false }).ended(b)
        },
        Pipeline("setFailureType", "publisher setFailureType end") { b in
            (1...4).publisher.spied(b).setFailureType(to: TestFailure.self).ended(b)
        },
        Pipeline("measureInterval", "publisher measureInterval end") { b in
            (1...4).publisher.spied(b).measureInterval(using: b.scheduler).ended(b)
        },
        Pipeline("collect", "publisher collect end") { b in
            (1...7).publisher.spied(b).collect().ended(b)
        },
        Pipeline("collect(n)", "publisher collect(n) end") { b in
            (1...10).publisher.spied(b).collect(3).ended(b)
        },
        Pipeline("replaceNil", "publisher map end") { b in
            [1, nil, 3].publisher.spied(b).replaceNil(with: 0).ended(b)
        },
    ]

    static let filters: [Pipeline] = [
        Pipeline("compactMap", "publisher compactMap end") { b in
            ["1", "x", "3"].publisher.spied(b).compactMap { Int($0) }.ended(b)
        },
        Pipeline("tryCompactMap", "publisher tryCompactMap end") { b in
            ["1", "x", "3"].publisher.spied(b).tryCompactMap { Int($0) }.ended(b)
        },
        Pipeline("tryFilter", "publisher tryFilter end") { b in
            (1...6).publisher.spied(b).tryFilter { try TestFailure.unless($0 < 5, $0.isMultiple(of: 2)) }.ended(b)
        },
        Pipeline("ignoreOutput", "publisher ignoreOutput end") { b in
            (1...6).publisher.spied(b).ignoreOutput().ended(b)
        },
        Pipeline("removeDuplicates", "publisher removeDuplicates end") { b in
            [1, 1, 2, 2, 1].publisher.spied(b).removeDuplicates().ended(b)
        },
        Pipeline("tryRemoveDuplicates", "publisher tryRemoveDuplicates end") { b in
            [1, 1, 2, 2, 1].publisher.spied(b).tryRemoveDuplicates { $0 == $1 }.ended(b)
        },
        Pipeline("dropFirst", "publisher dropFirst end") { b in
            (1...6).publisher.spied(b).dropFirst(2).ended(b)
        },
        Pipeline("drop(while:)", "publisher drop(while:) end") { b in
            (1...6).publisher.spied(b).drop { $0 < 3 }.ended(b)
        },
        Pipeline("tryDrop(while:)", "publisher tryDrop(while:) end") { b in
            (1...6).publisher.spied(b).tryDrop { $0 < 3 }.ended(b)
        },
        Pipeline("prefix", "publisher prefix end") { b in
            (1...6).publisher.spied(b).prefix(3).ended(b)
        },
        Pipeline("output(at:)", "publisher prefix end") { b in
            (1...6).publisher.spied(b).output(at: 2).ended(b)
        },
        Pipeline("prefix(while:)", "publisher prefix(while:) end") { b in
            (1...6).publisher.spied(b).prefix { $0 < 4 }.ended(b)
        },
        Pipeline("tryPrefix(while:)", "publisher tryPrefix(while:) end") { b in
            (1...6).publisher.spied(b).tryPrefix { $0 < 4 }.ended(b)
        },
        Pipeline("first", "publisher first end") { b in
            (1...6).publisher.spied(b).first().ended(b)
        },
        Pipeline("first(where:)", "publisher first(where:) end") { b in
            (1...6).publisher.spied(b).first { $0 > 3 }.ended(b)
        },
        Pipeline("tryFirst(where:)", "publisher tryFirst(where:) end") { b in
            (1...6).publisher.spied(b).tryFirst { $0 > 3 }.ended(b)
        },
        Pipeline("last", "publisher last end") { b in
            (1...6).publisher.spied(b).last().ended(b)
        },
        Pipeline("last(where:)", "publisher last(where:) end") { b in
            (1...6).publisher.spied(b).last { $0 < 4 }.ended(b)
        },
        Pipeline("tryLast(where:)", "publisher tryLast(where:) end") { b in
            (1...6).publisher.spied(b).tryLast { $0 < 4 }.ended(b)
        },
    ]

    static let reductions: [Pipeline] = [
        Pipeline("count", "publisher count end") { b in (1...6).publisher.spied(b).count().ended(b) },
        Pipeline("max", "publisher min/max end") { b in (1...6).publisher.spied(b).max().ended(b) },
        Pipeline("tryMax", "publisher tryMin/tryMax end") { b in (1...6).publisher.spied(b).tryMax { $0 < $1 }.ended(b) },
        Pipeline("contains", "publisher contains end") { b in (1...6).publisher.spied(b).contains(3).ended(b) },
        Pipeline("contains(where:)", "publisher contains(where:) end") { b in
            (1...6).publisher.spied(b).contains { $0 == 3 }.ended(b)
        },
        Pipeline("tryContains(where:)", "publisher tryContains(where:) end") { b in
            (1...6).publisher.spied(b).tryContains { $0 == 3 }.ended(b)
        },
        Pipeline("allSatisfy", "publisher allSatisfy end") { b in (1...6).publisher.spied(b).allSatisfy { $0 < 3 }.ended(b) },
        Pipeline("tryAllSatisfy", "publisher tryAllSatisfy end") { b in
            (1...6).publisher.spied(b).tryAllSatisfy { try TestFailure.unless($0 < 5, true) }.ended(b)
        },
        Pipeline("reduce", "publisher reduce end") { b in (1...6).publisher.spied(b).reduce(0, +).ended(b) },
        Pipeline("tryReduce", "publisher tryReduce end") { b in
            (1...6).publisher.spied(b).tryReduce(0) { try TestFailure.unless($1 < 5, $0 + $1) }.ended(b)
        },
    ]
}
