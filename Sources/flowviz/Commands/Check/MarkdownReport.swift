import FlowAnalysis
import FlowText
import FlowTrace

/// The outcome of a check as a Markdown table, for the summary of a CI job.
struct MarkdownReport {
    let name: String
    let expectations: [Expectation]
    /// The failed expectations, accepted ones too.
    let findings: [CheckFinding]

    var lines: [String] {
        let failing = Set(findings.map(\.failure.expectation))
        let holding = expectations.filter { !failing.contains($0) }.map { row("holds", $0.description) }
        let broken = findings.filter { $0.judgement != .accepted }
        let head = broken.isEmpty ? "holds" : broken.contains { $0.failure.kind == .broken } ? "broken" : "cannot be decided"
        return [
            "### \(MarkdownReport.escaped(name)): \(head)", "",
            "| outcome | expectation | stage | source | count | first event | finding |",
            "|---|---|---|---|---|---|---|",
        ] + findings.map(row) + holding
    }

    private func row(_ finding: CheckFinding) -> String {
        let failure = finding.failure
        let isBroken = failure.kind == .broken
        let outcome = !isBroken ? "cannot be decided" : finding.judgement == .accepted ? "accepted" : "broken"
        let place = failure.place?.place.map { $0.location?.description ?? $0.short }
        return row(
            outcome, failure.expectation.description, failure.fact.stage ?? "", place ?? "",
            isBroken ? "\(failure.count)" : "", isBroken ? finding.whenText : "", failure.text)
    }

    private func row(_ cells: String...) -> String {
        let padded = cells + Array(repeating: "", count: 7 - cells.count)
        return "| " + padded.map(MarkdownReport.escaped).joined(separator: " | ") + " |"
    }

    /// A text without meaning in Markdown, in one line.
    private static func escaped(_ text: String) -> String {
        VisibleText.line(text).unicodeScalars.reduce(into: "") { escaped, scalar in
            if "\\`*_[]<>|#~&".unicodeScalars.contains(scalar) { escaped += "\\" }
            escaped.unicodeScalars.append(scalar)
        }
    }
}
