import FlowTrace
import Testing
@testable import FlowAnalysis

/// Rule 1.4: an operator may not turn the failure of an input into an ordinary end.
@Suite("LostFailure")
struct LostFailureTests {
    /// The rules that a merge breaks which ends two milliseconds after its inputs' ends.
    private func broken(_ ends: (SignalKind, SignalKind), then end: SignalKind = .finished) -> [String] {
        var program = ProgramLog()
        let first = program.chain("subject#1", "merge", "sink")
        let second = program.chain("subject#2", "merge")
        for edge in first + second { program.record(.subscribed, on: edge, at: 0) }
        program.record(ends.0, on: first[0], at: 1, ends.0 == .failure ? .inlineText("Lost".utf8) ?? .none : .none)
        program.record(ends.1, on: second[0], at: 2)
        program.record(end, on: first[1], at: 4)
        var check = RuleCheck()
        return program.log.entries.flatMap { check.fold($0, in: program.log) }.map(\.rule.number)
    }

    @Test func `a cancel of the other input after the failure excuses nothing`() {
        #expect(broken((.failure, .cancel)) == ["1.4"])
    }

    @Test func `another input that finished, or was cancelled before, may have ended the operator`() {
        #expect(broken((.failure, .finished)).isEmpty)
        #expect(broken((.cancel, .failure)).isEmpty)
    }

    @Test func `an operator that passes the failure on breaks no rule`() {
        #expect(broken((.failure, .cancel), then: .failure).isEmpty)
    }
}
