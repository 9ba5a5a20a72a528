import ArgumentParser
import FlowAnalysis
import FlowSystem
import FlowText
import FlowTrace

/// The outcome of a check.
struct CheckOutcome {
    /// The checked file or scenario as given, and its name.
    let subject: String
    let name: String
    let expectations: [Expectation]
    let findings: [CheckFinding]
    /// The number of accepted breaches that did not occur.
    let absent: Int
    /// The missing records, in words.
    let gaps: [String]
    /// The number of events.
    let events: Int

    private var failing: [CheckFinding] { findings.filter { $0.judgement != .accepted } }
    private var broken: [CheckFinding] { failing.filter { $0.failure.kind == .broken } }

    /// The failures that cannot be decided for another reason than missing records.
    private var unseen: [CheckFinding] {
        failing.filter { if case .gaps = $0.failure.fact { false } else { $0.failure.kind == .undecided } }
    }

    var junit: [String] {
        JUnitReport(name: "flowviz check \(subject)", expectations: expectations, findings: failing).lines
    }

    var markdown: [String] {
        MarkdownReport(name: "flowviz check \(subject)", expectations: expectations, findings: findings).lines
    }

    /// Prints the broken expectations, or that all hold; fails if that cannot be decided.
    ///
    /// - Parameters:
    ///   - github: Whether to print broken expectations as annotations for GitHub, where the files of their stages are known.
    ///   - baseline: The file of the accepted breaches; `nil` if there is none.
    func report(github: Bool, _ baseline: String?) throws {
        let output = StandardOutput()
        var annotations = GitHubReport()
        for finding in broken + (broken.isEmpty ? [] : unseen) {
            output.line((github ? annotations.annotation(of: finding) : nil) ?? finding.line)
        }
        guard broken.isEmpty else {
            for gap in gaps { output.line("missing: \(gap)") }
            throw ExitCode(3)
        }
        try checkDecided()
        let holds = expectations.count == 1 ? "1 expectation holds" : "\(expectations.count) expectations hold"
        let accepted = findings.count - failing.count
        let exceptions = accepted > 0 ? ", except for \(CheckOutcome.breaches(accepted, "accepted "))" : ""
        output.line("\(name): \(holds) over \(events) events\(exceptions)")
        if absent > 0, let baseline {
            let them = absent == 1 ? "it" : "them"
            output.line(
                "\(baseline) accepts \(CheckOutcome.breaches(absent)) that did not occur; --accept rewrites the file without \(them)"
            )
        }
    }

    /// Writes the breaches to a file. A run that cannot be judged is not accepted.
    func accept(into path: String) throws {
        try checkDecided()
        let baseline = Baseline(accepting: findings.map(\.failure))
        try Failure.checked { () throws(TraceFileError) in try BaselineFile.write(baseline, to: path) }
        StandardOutput().line("\(path): \(CheckOutcome.breaches(baseline.breaches.count)) accepted")
    }

    /// Fails if missing records, unrecorded drops or a lack of events leave an expectation undecided.
    private func checkDecided() throws {
        guard gaps.isEmpty else {
            let new = failing.count < findings.count ? "no new breach" : "no breach"
            let start = broken.isEmpty ? "shows \(new), but it is" : "cannot be accepted: it is"
            throw Failure("\(subject) \(start) incomplete: \(gaps.joined(separator: "; "))")
        }
        guard unseen.isEmpty else { throw Failure(unseen.map(\.line).joined(separator: "; ")) }
        guard events > 0 else { throw Failure("\(subject) has no events, so there is nothing to judge") }
    }

    private static func breaches(_ count: Int, _ kind: String = "") -> String {
        "\(count) \(kind)breach\(count == 1 ? "" : "es")"
    }
}
