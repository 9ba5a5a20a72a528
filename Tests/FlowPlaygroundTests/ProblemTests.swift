import FlowPlayground
import Testing

@Suite("Problems of a chain")
struct ProblemTests {
    /// A snippet and its problem, with location and notes.
    struct Sample: CustomTestStringConvertible, Sendable {
        let text: String
        let lines: [String]

        init(_ text: String, _ lines: String...) {
            self.text = text
            self.lines = lines
        }

        var testDescription: String { text }
    }

    /// The line below a problem about unknown text.
    private static let offer = "note: if it is Swift, flowviz try FILE.swift runs it"

    private static let ofNames = [
        Sample("[1,2,3].publisher.mpa { $0 + 1 }.sink()", "1:19: error: unknown operator 'mpa'; did you mean 'map'?"),
        Sample("Jsut(1).sink()", "1:1: error: unknown name 'Jsut'; did you mean 'Just'?"),
        Sample("let letters = Just(1)\nlettres.sink()", "2:1: error: unknown name 'lettres'; did you mean 'letters'?"),
        Sample(
            "[1].map { $0 }",
            "1:15: error: there is no stream here; write a publisher, for example [1, 2, 3].publisher.map { $0 * 2 }"),
        Sample("Just(1).publisher", "1:9: error: unknown operator 'publisher'", offer),
        Sample("CGFloat(1)", "1:1: error: unknown name 'CGFloat'", offer),
        Sample("Just(\"a b\").map { $0.components(of: 1) }", "1:22: error: String has no 'components'", offer),
        Sample("Publishers.Merg(Just(1), Just(2))", "1:12: error: Publishers has no 'Merg' here; did you mean 'Merge'?"),
        Sample("Publishers.Breakpoint(Just(1))", "1:12: error: Publishers has no 'Breakpoint' here", offer),
        Sample(
            "Just(1).map", "1:9: error: 'map' needs parentheses: .map(…)",
            "note: map(_ transform: (Output) -> T) -> Publisher<T, Failure>"),
        Sample("Just(\"a\").map { $0.uppercase() }", "1:20: error: String has no 'uppercase'; did you mean 'uppercased'?"),
        Sample("Just(1).map { x in y }", "1:20: error: unknown name 'y'; did you mean 'x'?"),
        Sample(
            "Just(1).store(in: x)", "1:9: error: 'store' belongs to a subscription; end the stream with 'sink' first"),
        Sample("let a = Just(1); let a = Just(2)", "1:22: error: 'a' is declared already"),
    ]

    private static let ofArguments = [
        Sample(
            "marbles(\"ab|\").delay(fro: .seconds(1)).sink()",
            "1:22: error: 'delay' has no argument label 'fro:'; did you mean 'for'?",
            "note: delay(for interval: Duration, scheduler: Scheduler = DispatchQueue.main) -> Publisher<Output, Failure>"),
        Sample(
            "marbles(\"ab|\").delay(.seconds(1)).sink()", "1:22: error: 'delay' expects the label 'for:' here",
            "note: delay(for interval: Duration, scheduler: Scheduler = DispatchQueue.main) -> Publisher<Output, Failure>"),
        Sample(
            "marbles(\"ab|\").buffer(size: 2, prefetch: .byRequest, whenFull: .dropOldst).sink()",
            "1:65: error: no case '.dropOldst'; did you mean 'dropOldest'?",
            "note: one of: .dropOldest, .dropNewest, .customError"),
        Sample(
            "marbles(\"ab|\").buffer(size: 2, prefetch: .byRequest).sink()",
            "1:16: error: 'buffer' needs an argument 'whenFull:'",
            "note: buffer(size: Int, prefetch: PrefetchStrategy, whenFull: BufferingStrategy<Failure>) -> Publisher<Output, Failure>"
        ),
        Sample(
            "marbles(\"ab|\").buffer(size: 0, prefetch: .byRequest, whenFull: .dropOldest).sink()",
            "1:29: error: 'size' must be from 1 to 1000000, got 0",
            "note: buffer(size: Int, prefetch: PrefetchStrategy, whenFull: BufferingStrategy<Failure>) -> Publisher<Output, Failure>"
        ),
        Sample(
            "[1].publisher.prefix(-1).sink()", "1:22: error: 'maxLength' must be from 0 to 1000000000, got -1",
            "note: prefix(_ maxLength: Int) -> Publisher<Output, Failure>"),
        Sample(
            "[1].publisher.pace(.seconds(0)).sink()", "1:20: error: 'interval' must be at least 0.0001 seconds, got 0 s",
            "note: pace(_ interval: Duration, scheduler: Scheduler = DispatchQueue.main) -> Publisher<Output, Failure>"),
        Sample(
            "Timer.publish(every: 0.000000001, on: .main, in: .common).autoconnect()",
            "1:22: error: 'interval' must be at least 0.0001 seconds, got 1e-09",
            "note: Timer.publish(every interval: Double, on: Scheduler, in: Mode) -> ConnectablePublisher<Moment, Never>"),
        Sample(
            "interval(.nanoseconds(99999)).sink()", "1:10: error: 'period' must be at least 0.0001 seconds, got 0.000099999 s",
            "note: interval(_ period: Duration) -> Publisher<Int, Never>"),
        Sample(
            "marbles(\"ab|\", unit: .microseconds(99)).sink()",
            "1:22: error: 'unit' must be at least 0.0001 seconds, got 0.000099 s",
            "note: marbles(_ text: String, unit: Duration = .milliseconds(250)) -> Marbles<String, Never>"),
        Sample(
            "[1].publisher.flatMap(maxPublishers: .max(0)) { Just($0) }.sink()",
            "1:38: error: 'maxPublishers' must be at least .max(1), got .none",
            "note: flatMap(maxPublishers: Demand = .unlimited, _ transform: (Output) -> Publisher<T, F>) -> Publisher<T, F> where F == Failure or Never"
        ),
        Sample("[1].publisher.collect(\"2\").sink()", "1:23: error: 'count' of 'collect' must be Int, but is String"),
        Sample(
            "[1].publisher.count(2).sink()", "1:21: error: 'count' takes no arguments, but has 1",
            "note: count() -> Publisher<Int, Failure>"),
        Sample(
            "[1].publisher.count { $0 }.sink()", "1:21: error: a closure is not expected here",
            "note: count() -> Publisher<Int, Failure>"),
        Sample("[1].publisher.map(3).sink()", "1:19: error: 'map' takes a closure here: { … }"),
        Sample(
            "[1].publisher.scan(0).sink()", "1:15: error: 'scan' needs a value for 'next'",
            "note: scan(_ initial: T, _ next: (T, Output) -> T) -> Publisher<T, Failure>"),
        Sample(
            "marbles(\"a?\").sink()",
            "1:9: error: marbles, column 2: '?' has no meaning; there are letters, digits, -, |, #, ( and )"),
        Sample("marbles(\"a|b\").sink()", "1:9: error: marbles, column 3: nothing can follow the end, but 'b' does"),
        Sample(
            "PassthroughSubject().sink()",
            "1:1: error: write the types of what it sends, for example PassthroughSubject<Int, Never>()"),
        Sample("Empty<Int>().sink()", "1:1: error: 'Empty' takes 2 types in <…>"),
    ]

    private static let ofTypes = [
        Sample("[1,2].publisher.filter { $0 + 1 }.sink()", "1:26: error: closure of 'filter' must return Bool, but returns Int"),
        Sample("[1,2].publisher.map { $0 + \"a\" }.sink()", "1:26: error: '+' cannot be applied to Int and String"),
        Sample(
            "[1,2].publisher.map { $0 + 1.5 }.sink()", "1:26: error: '+' cannot be applied to Int and Double",
            "note: Double(…) converts an Int to a Double"),
        Sample(
            "[1,2].publisher.flatMap { String($0) }.sink()",
            "1:27: error: closure of 'flatMap' must return Publisher<_, _>, but returns String"),
        Sample(
            "[1, \"a\"].publisher.sink()", "1:5: error: the elements of an array must all be of one type: this is String, not Int"
        ),
        Sample("Just(1).zip(Just(2)) { $0 + $2 }.sink()", "1:22: error: the closure of 'zip' is given 2 values, but uses 3"),
        Sample(
            "Just(1).zip(Just(2)).map { a, b, c in a }.sink()", "1:28: error: the closure of 'map' is given 1 value, but names 3"),
        Sample(
            "Just(1).map { }.sink { }", "1:13: error: the closure of 'map' is given 1 value and uses none; begin it with '_ in'"),
        Sample("Just(1).sink { }", "1:14: error: the closure of 'sink' is given 1 value and uses none; begin it with '_ in'"),
        Sample(
            "Just(1).merge(with: Just(\"a\")).sink()",
            "1:21: error: 'with' of 'merge' must be Publisher<Int, Never>, but is Just<String>"),
        Sample(
            "Just(1).merge(with: Fail(error: FlowError(\"x\"))).sink()",
            "1:21: error: 'with' of 'merge' must be Publisher<Int, Never>, but is Fail<Int, FlowError>"),
        Sample(
            "Just(1).zip(Just(2)).removeDuplicates().sink()",
            "1:22: error: 'removeDuplicates' needs values that '==' can compare, but (Int, Int) is not Equatable; say how with 'removeDuplicates(by:)'",
            "note: removeDuplicates() -> Publisher<Output, Failure> where Output: Equatable"),
        Sample(
            "[true].publisher.max().sink()",
            "1:18: error: 'max' needs values that '<' can compare, but Bool is not Comparable; say how with 'max(by:)'",
            "note: max() -> Publisher<Output, Failure> where Output: Comparable"),
        Sample(
            "Fail<Int, FlowError>(error: FlowError(\"x\")).sink { print($0) }",
            "1:45: error: this stream can fail with FlowError: handle that first, for example with 'replaceError' or 'catch', or add 'receiveCompletion:'",
            "note: sink(receiveValue: (Output) -> Void) -> AnyCancellable"),
        Sample(
            "Just(1).tryMap { $0 }.sink { print($0) }",
            "1:23: error: this stream can fail with Error: handle that first, for example with 'replaceError' or 'catch', or add 'receiveCompletion:'",
            "note: sink(receiveValue: (Output) -> Void) -> AnyCancellable"),
        Sample(
            "Fail<Int, FlowError>(error: FlowError(\"x\")).makeConnectable()",
            "1:45: error: 'makeConnectable' needs a stream that cannot fail, but this one can fail with FlowError",
            "note: makeConnectable() -> ConnectablePublisher<Output, Never>"),
        Sample(
            "Just(1).autoconnect()", "1:9: error: 'autoconnect' needs a connectable publisher; 'makeConnectable' makes one",
            "note: autoconnect() -> Publisher<Output, Failure>"),
        Sample(
            "Just(1).map { throw FlowError(\"x\") }.sink()",
            "1:13: error: the closure of 'map' is given 1 value and uses none; begin it with '_ in'"),
        Sample(
            "Just(1).tryMap { _ in throw 3 }.sink()",
            "1:29: error: only an error can be thrown, such as FlowError(\"…\"), not Int"),
        Sample(
            "Just(1).map { if $0 > 1 { return 2 } }.sink()",
            "1:38: error: the closure of 'map' must return Int on every path through it"),
        Sample("Just(1).map { x -> String in x }.sink()", "1:30: error: closure of 'map' must return String, but returns Int"),
        Sample(
            "Just(1).flatMap { $0 > 1 ? Just($0).map { $0 } : Just(2).map { $0 } }",
            "1:50: error: both publishers must be of one type; add '.eraseToAnyPublisher()' to each"),
        Sample("Just(1).map { $0 ?? 2 }.sink()", "1:18: error: '??' needs an optional before it, but this is Int"),
        Sample("Just(1).map { $0 ? 1 : 2 }.sink()", "1:15: error: the condition of '?:' must be Bool, but is Int"),
        Sample("let n = nil", "1:9: error: cannot tell the type of nil; write let n: Int? = nil"),
        Sample("1 + 2", "1:6: error: there is no stream here; write a publisher, for example [1, 2, 3].publisher.map { $0 * 2 }"),
        Sample("", "1:1: error: there is no stream here; write a publisher, for example [1, 2, 3].publisher.map { $0 * 2 }"),
    ]

    private static let ofGrammar = [
        Sample("Just(1).map { $0 + 1", "1:21: error: expected '}' to end the closure", "note: to match this '{' at 1:13"),
        Sample("Just(1", "1:7: error: expected ',' or ')'", "note: to match this '(' at 1:5"),
        Sample("[1, 2", "1:6: error: expected ',' or ']'", "note: to match this '[' at 1:1"),
        Sample("\"abc", "1:1: error: expected '\"' to end the string"),
        Sample("Just(\"a\\q\")", "1:8: error: unknown escape in a string; the escapes are \\n, \\t, \\\", \\\\ and \\u{…}"),
        Sample("Just(\"\\(1\")", "1:10: error: expected '\"' to end the string"),
        Sample(
            "Just(1) = 2", "1:9: error: nothing can be assigned to this; use '==' to compare"),
        Sample("Just(1) .. map", "1:9: error: unknown operator '..'; use one '.' to call an operator"),
        Sample("Just(1). map { $0 }", "1:10: error: there must be no space after the '.'"),
        Sample("Just(1)..map { $0 }", "1:8: error: unknown operator '..'; use one '.' to call an operator"),
        Sample("Just(1).map { $0+ 1 }", "1:17: error: '+' needs spaces on both sides or on neither"),
        Sample("Just(1).map { $0 -1 }", "1:18: error: '-' needs spaces on both sides or on neither"),
        Sample("Just(1).map { 1 < $0 < 3 }", "1:22: error: '<' and '<' cannot be used side by side; add parentheses"),
        Sample("Just(1).map { x in $0 }", "1:20: error: '$0' cannot be used here: the closure names its values"),
        Sample("$0", "1:1: error: '$0' can only be used in a closure"),
        Sample("Just(1) Just(2)", "1:9: error: expected an operator, or a new line before 'Just'"),
        Sample("Just(1).map { $0 === 1 }", "1:18: error: unknown operator '==='; use '==' to compare"),
        Sample("[1].radius", "1:5: error: [Int] has no 'radius'", offer),
        Sample("Just(0x10)", "1:6: error: '0x10' is not a number; write it in decimal digits"),
        Sample("Just(99999999999999999999)", "1:6: error: 99999999999999999999 is too large: an Int has 64 bits"),
        Sample("Just(ä)", "1:6: error: 'ä' has no meaning here"),
        Sample("return Just(1)", "1:1: error: 'return' can only be used in a closure"),
        Sample("throw FlowError(\"x\")", "1:1: error: 'throw' can only be used in a closure"),
        Sample(
            "let bag = Set<AnyCancellable>()\nJust(1).sink().store(in: &bag)",
            "2:27: error: 'bag' cannot be changed: it is declared with 'let'"),
        Sample("Just(1).map { min(&bag, $0) }", "1:19: error: '&' belongs before what 'store(in:)' fills"),
        Sample("/* Just(1)", "1:1: error: expected '*/' to end the comment"),
    ]

    /// Texts that only Swift reads, the column where each begins, and its name.
    private static let beyond: [(text: String, column: Int, what: String)] = [
        // Declarations.
        ("struct Point { let x: Int }", 1, "'struct'"), ("enum Trouble: Error { case low }", 1, "'enum'"),
        ("final class Model {}", 7, "'class'"), ("class Model {}", 1, "'class'"), ("protocol P {}", 1, "'protocol'"),
        ("extension Int {}", 1, "'extension'"), ("private let a = Just(1)", 1, "'private'"),
        ("func twice(_ n: Int) -> Int { n * 2 }", 1, "'func'"), ("@MainActor let a = 1", 1, "'@'"),
        ("let (a, b) = (1, 2)", 5, "a name for each part of a tuple"),
        ("let f: (Int) -> Int = { $0 }", 23, "a closure that is no argument"),
        ("let f = { $0 }", 9, "a closure that is no argument"), ("let n = 1; n(2)", 12, "a call of 'n'"),
        // Loops and other statements.
        ("for a in [1] {}", 1, "'for'"), ("while true {}", 1, "'while'"), ("Just(1).map { repeat { } }", 15, "'repeat'"),
        ("Just(1).map { switch $0 {} }", 15, "'switch'"),
        ("Just(1).map { guard $0 > 1 else { return 0 }; return 1 }", 15, "'guard'"),
        ("Just(1).map { if let n = Int($0) { return n }; return 0 }", 15, "'if let'"),
        ("Just(1).map { if case 1 = $0 { return 1 }; return 0 }", 18, "'case'"),
        ("Just(1).map { if $0 > 1, $0 < 3 { return 1 }; return 0 }", 24, "a list of conditions"), ("do { }", 1, "'do'"),
        ("Just(1).tryMap { try check($0) }", 18, "'try'"), ("Just(1).map { _ in await 1 }", 20, "'await'"),
        // Changes.
        ("var a = 1; a = 2", 14, "assignment"), ("var a = 1; a += 2", 14, "'+='"),
        ("var a: Int?", 5, "a variable without a value"),
        ("Just(1).map { n in var n = n; n -= 1; return n }", 33, "'-='"), ("[1][0] = 2", 8, "assignment"),
        // Values.
        ("[\"a\": 1].publisher", 5, "a dictionary"), ("[:]", 2, "a dictionary"), ("let a: [Int: Int] = [:]", 12, "a dictionary"),
        ("Set([1]).publisher", 1, "a set of anything but AnyCancellable"),
        ("Set<Int>()", 1, "a set of anything but AnyCancellable"),
        ("var bag = Set<AnyCancellable>(); print(bag)", 40, "a use of 'bag' without '&'"),
        ("var bag = [1]; Just(1).sink().store(in: &bag)", 42, "a bag that is no Set<AnyCancellable>"),
        ("[Int]()", 1, "an empty array such as [Int]()"),
        ("Just(1)!.sink()", 8, "'!' behind a value"), ("Just(\"a\").map { Int($0)?.count }", 24, "'?' behind a value"),
        ("Just(1).map { $0 as Int }", 18, "'as'"), ("Just(1).map { $0 is Int }", 18, "'is'"),
        ("Just(\"a\").map(\\.count)", 15, "a key path"), ("Just(1).map { (a: $0, b: 1) }", 17, "a tuple whose parts have names"),
        ("Just(1).sink { [weak self] in print($0) }", 16, "a list of captures"),
        ("let a = 1; Just(1).sink { [a] n in print(a) }", 27, "a list of captures"),
        ("Publishers.Sequence<[Int], Never>(sequence: [1])", 1, "a member with types in <…>"),
        ("Just(\"\"\"\na\n\"\"\")", 6, "a multi-line string"), ("Just(#\"a\"#)", 6, "'#'"), ("let `in` = 1", 5, "'`'"),
        ("import SwiftUI", 1, "the module 'SwiftUI'"), ("Just([1]).decode(type: Int.self)", 11, "'decode'"),
        ("Just(1).assign(to: a, on: b)", 9, "'assign'"), ("Future<Int, Never> { $0(.success(1)) }", 1, "'Future'"),
        ("Result<Int, Never>.success(3).publisher", 1, "'Result'"), ("Float(1)", 1, "'Float'"),
    ]

    @Test(arguments: beyond) func `what only Swift reads is called so, with the offer`(text: String, column: Int, what: String) {
        #expect(
            ProblemTests.lines(of: text).filter { !$0.hasPrefix("  ") } == [
                "1:\(column): error: \(what) is not supported here; flowviz try FILE.swift runs it"
            ])
    }

    @Test(arguments: ofNames + ofArguments + ofTypes + ofGrammar)
    func `a mistake is named with its place and what helps`(sample: Sample) {
        #expect(ProblemTests.lines(of: sample.text).filter { !$0.hasPrefix("  ") } == sample.lines)
    }

    @Test func `the line is shown with a caret under the place`() {
        #expect(
            ProblemTests.lines(of: "let a = Just(1)\na.merge(with:\tJust(2)).mpa { $0 }") == [
                "2:24: error: unknown operator 'mpa'; did you mean 'map'?", "  a.merge(with: Just(2)).mpa { $0 }",
                "                         ^~~",
            ])
    }

    @Test func `what is nested too deeply is refused`() {
        let deep = String(repeating: "(", count: 300)
        let long = "Just(1)" + String(repeating: ".map { $0 }", count: 300)

        #expect(ProblemTests.lines(of: deep).first == "1:256: error: nested too deeply: more than 256 levels")
        #expect(ProblemTests.lines(of: long).first == "1:1410: error: nested too deeply: more than 256 levels")
    }

    @Test func `what is too long is refused`() {
        let text = "Just(1) // " + String(repeating: "a", count: 10_000)

        #expect(ProblemTests.lines(of: text).first == "1:1: error: the text is too long: 10011 bytes, of 10000")
    }

    @Test func `overloads within overloads do not take for ever`() {
        let text = String(repeating: "Just(1).zip(Just(1)) { a, b in ", count: 40) + "x" + String(repeating: " }", count: 40)

        #expect(ProblemTests.lines(of: text).first == "1:1241: error: unknown name 'x'; did you mean 'a'?")
    }

    private static func lines(of text: String) -> [String] {
        do throws(Problem) {
            _ = try Chain(text)
            return []
        } catch {
            return error.lines(in: SourceText(text))
        }
    }
}
