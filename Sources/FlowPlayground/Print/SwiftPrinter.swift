import FlowCore
import FlowTrace

/// Writes a chain as Swift: a program that prints the outputs, or a test that expects them.
///
/// The text is the chain as typed, with the run's scheduler where Swift requires one, and with sinks that show their values.
public struct SwiftPrinter {
    /// A send by the user: its time, and the value as typed; an empty value is the next number or text, `nil` is the end.
    public typealias Send = (time: VirtualTime, value: String?)

    private let chain: Chain
    private let sends: [Send]
    private let end: VirtualTime?
    private let inputs: SwiftInputs

    /// Creates the printer of a chain.
    ///
    /// - Parameters:
    ///   - chain: A checked chain.
    ///   - sends: The user's values, by time.
    ///   - end: The end of the run; `nil` to run until no work is left.
    public init(_ chain: Chain, sends: [Send] = [], until end: VirtualTime? = nil) {
        self.chain = chain
        self.sends = sends
        self.end = end
        inputs = SwiftInputs(chain)
    }

    // MARK: Whole files

    /// A whole program. In a package with FlowCore and OpenCombine it prints a line for every value and end.
    public var program: String {
        """
        import FlowCore
        import OpenCombineShim

        \(comment)
        \(function(named: "runChain"))

        \(Self.support)

        runChain { print($0) }

        """
    }

    /// A test that expects the outputs.
    public func test(expecting outputs: [ChainOutput]) -> String {
        let lines = outputs.map { "            \(SwiftLiteral.text($0.description)),\n" }.joined()
        return """
            import FlowCore
            import OpenCombineShim
            import Testing

            \(comment)
            @Test func `\(name)`() {
                var seen: [String] = []

                runChain { seen.append($0) }

                #expect(
                    seen == [
            \(lines)        ])
            }

            \(function(named: "runChain"))

            \(Self.support)

            """
    }

    private var comment: String { "// " + chain.source.title }

    /// The test's name: the chain's first comment, without invalid characters.
    private var name: String {
        guard chain.source.text.hasPrefix("//") else { return "the chain gives what it gave" }
        let words = chain.source.title.map { $0.isLetter || $0.isNumber ? $0 : " " }
        return String(words).split(separator: " ").joined(separator: " ")
    }

    /// Declarations that the programs of several chains share.
    public static let support = """
        extension Publisher {
            /// Shows what comes by, with its times.
            func shown(
                as name: String, _ scheduler: VirtualTimeScheduler, _ show: @escaping (String) -> Void
            ) -> Publishers.HandleEvents<Self> {
                handleEvents(
                    receiveOutput: { show("\\(scheduler.now) \\(name) \\($0)") },
                    receiveCompletion: { completion in
                        switch completion {
                        case .finished: show("\\(scheduler.now) \\(name) finished")
                        case .failure(let error): show("\\(scheduler.now) \\(name) failure \\(error)")
                        }
                    })
            }
        }

        extension VirtualTimeScheduler {
            /// Calls a closure at a moment, as a queue does.
            func asyncAfter(deadline: VirtualTime, execute work: @escaping () -> Void) {
                schedule(after: deadline, tolerance: .zero, options: nil, work)
            }
        }
        """

    // MARK: The function

    /// A function that runs the chain in virtual time and shows a line for every value and end.
    public func function(named name: String) -> String {
        var lines = ["func \(name)(_ show: @escaping (String) -> Void) {", "    let scheduler = VirtualTimeScheduler()"]
        lines.append("    var subscriptions: [any Cancellable] = []")
        lines += body.split(separator: "\n", omittingEmptySubsequences: false).map { $0.isEmpty ? "" : "    \($0)" }
        lines += times.map { "    \($0)" }
        lines += ["    withExtendedLifetime(\(kept)) {}", "}"]
        return lines.joined(separator: "\n")
    }

    /// Objects that must live until the end: subscriptions, and names that may hold subscriptions.
    private var kept: String {
        let names = chain.program.compactMap { statement -> String? in
            guard case .constant(let name, _, _, let value, let isVariable) = statement, name != "_" else { return nil }
            return isVariable || keeps(value) ? name : nil
        }
        return names.isEmpty ? "subscriptions" : "[subscriptions, \(names.joined(separator: ", "))] as [Any]"
    }

    /// Whether a value is a subscription.
    private func keeps(_ value: Expression) -> Bool { chain.overload(of: value)?.signature.result == .cancellable }

    private var body: String {
        var editor = SwiftEditor(chain, inputs)
        for statement in chain.program { editor.editTop(statement) }
        let text = Edit.apply(editor.edits, to: chain.source, in: Span(0, chain.source.bytes.count))
        return text.hasSuffix("\n") ? String(text.dropLast()) : text
    }

    /// Statements that advance time and send the user's values.
    private var times: [String] {
        var counts: [Int: Int] = [:]
        var lines: [String] = []
        for send in sends {
            lines.append("scheduler.advance(to: \(Self.text(send.time)))")
            for (stage, input) in inputs.names {
                counts[stage, default: 0] += 1
                lines.append(
                    text(of: send, through: input, ChainInput.text(send.value, number: counts[stage] ?? 1, of: output(of: stage)))
                )
            }
        }
        return lines + [end.map { "scheduler.advance(to: \(Self.text($0)))" } ?? "scheduler.run()"]
    }

    private func text(of send: Send, through input: String, _ value: String) -> String {
        "\(input).send(\(send.value == nil ? "completion: .finished" : value))"
    }

    private func output(of stage: Int) -> ValueType { chain.stages[stage].output }

    private static func text(_ time: VirtualTime) -> String { "VirtualTime(nanoseconds: \(time.nanoseconds))" }
}

/// The names of input sources in a printed program.
struct SwiftInputs {
    /// The names of all sources that are not in closures, by stage, in source order.
    private(set) var names: [(stage: Int, name: String)] = []
    /// The generated names, by the spans of the sources.
    private(set) var generatedNames: [Span: String] = [:]

    init(_ chain: Chain) {
        let constants = SwiftInputs.constants(chain)
        let taken = Set(constants.map(\.name))
        var count = 0
        for (index, stage) in chain.stages.enumerated() where stage.role == .input && !stage.isInner {
            if let constant = constants.first(where: { $0.source == stage.span }) {
                names.append((index, constant.name))
                continue
            }
            repeat { count += 1 } while taken.contains(SwiftInputs.name(count))
            names.append((index, SwiftInputs.name(count)))
            generatedNames[stage.span] = SwiftInputs.name(count)
        }
    }

    private static func name(_ count: Int) -> String { count == 1 ? "typed" : "typed\(count)" }

    /// The program's constants, each with the span of an operator if its value is just a call of that operator.
    private static func constants(_ chain: Chain) -> [(name: String, source: Span?)] {
        chain.program.compactMap { statement in
            guard case .constant(let name, _, let type, let value, _) = statement else { return nil }
            guard name != "_", type == nil, case .call(let call) = value else { return (name, nil) }
            return (name, chain.resolvedCall(of: call.callee)?.span)
        }
    }
}

/// Writes text as a Swift string literal, with invisible characters escaped.
enum SwiftLiteral {
    static func text(_ text: String) -> String {
        VisibleText.quoted(text) { "\\u{\(String($0.value, radix: 16, uppercase: true))}" }
    }
}

/// Writes types in Swift.
enum SwiftTypes {
    static func text(_ type: ValueType) -> String {
        switch type {
        case .plain(.error): "any Error"
        case .plain(.duration): "VirtualTime.Stride"
        case .plain(.moment): "VirtualTime"
        case .plain(.scheduler), .plain(.demand), .plain(.mode), .plain(.prefetch):
            "Any"
        case .array(let element): "[\(text(element))]"
        case .optional(let wrapped): "\(text(wrapped))?"
        case .tuple(let elements): "(\(elements.map(text).joined(separator: ", ")))"
        case .publisher(let output, let failure, _): "AnyPublisher<\(text(output)), \(text(failure))>"
        default: type.description
        }
    }
}
