import FlowCore
@testable import FlowPlayground
import FlowTrace

/// A chain that the playground and Swift both run, with what the user does meanwhile.
public struct OracleChain {
    /// Its row of the table, its file, or its text.
    public let name: String
    /// The chain, read and checked.
    public let chain: Chain

    init(_ name: String, _ text: String) throws(Problem) {
        self.name = name
        chain = try Chain(text)
    }

    /// The examples of the table, the chains that come with the program, the samples of the tests, and what all these lack.
    public static func all() throws(Problem) -> [OracleChain] {
        var chains: [OracleChain] = []
        for row in OperatorTable.operators { chains.append(try OracleChain("\(row.group.rawValue)/\(row.name)", row.example)) }
        for chain in LibraryChain.all { chains.append(try OracleChain("assets/\(chain.name)", chain.text)) }
        for text in ChainSamples.all.map(\.chain) + ScriptSamples.all.map(\.chain) + furtherChains {
            chains.append(try OracleChain(text, text))
        }
        return chains
    }

    /// Its name and its text.
    public var title: String {
        name == chain.source.text ? name : "\(name): \(chain.source.text)"
    }

    /// Whether something in it is subscribed to more than once.
    public var isShared: Bool {
        chain.stages.contains { $0.uses > 1 }
    }

    /// The forms of operators that it uses, as the table declares them.
    public var forms: Set<String> {
        Set(chain.calls.map { form($0.overload) })
    }

    /// The forms that the table has, by row.
    public static var rows: [(name: String, forms: [String])] {
        OperatorTable.operators.map { row in ("\(row.group.rawValue)/\(row.name)", row.overloads.map(form)) }
    }

    // MARK: Running

    /// What the user sends: two values, one that is typed, and the end.
    private var sends: [SwiftPrinter.Send] {
        guard chain.takesInput, !chain.takesInputInClosures, !chain.waits else { return [] }
        let canBeTyped = chain.stages.allSatisfy { $0.role != .input || [.int, .double, .string].contains($0.output) }
        return [(0.5, ""), (0.75, canBeTyped ? "7" : ""), (1, ""), (2, nil)].map { seconds, value in
            (time: VirtualTime(seconds: seconds), value: value)
        }
    }

    /// When it stops, `nil` where it ends by itself.
    private var end: VirtualTime? {
        chain.isEndless ? VirtualTime(seconds: 20) : nil
    }

    /// The chain as a function of Swift, which shows a line for every value and end.
    public func printed(named name: String) -> String {
        SwiftPrinter(chain, sends: sends, until: end).function(named: name)
    }

    /// What the playground gives: the lines that the function has to show.
    public func played() -> [String] {
        let scheduler = VirtualTimeScheduler()
        let run = ChainRun(chain, scheduler: scheduler, recorder: Recorder(clock: scheduler.clock.traceClock))
        var lines: [String] = []
        run.whenOutput = { lines.append($0.description) }
        run.start()
        for send in sends {
            scheduler.advance(to: send.time)
            _ = send.value.map { run.emit($0) } ?? run.finish()
        }
        if let end { scheduler.advance(to: end) } else { scheduler.run() }
        if let problem = run.problem { lines += problem.lines(in: chain.source) }
        run.cancel()
        scheduler.removeAll()
        return lines
    }
}

/// A form of an operator, told from others of the same declaration by what it is called on.
private func form(_ overload: Overload) -> String {
    (overload.signature.receiver.map { "\($0)." } ?? "") + overload.signature.text
}
