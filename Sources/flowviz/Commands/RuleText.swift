import FlowAnalysis
import FlowTrace

/// Writes what broke the rules of the contract, and what they allow, for people and for programs.
enum RuleText {
    /// How many of each are written out for people.
    private static let limit = 20

    /// What was broken, each with what the rule says; then what is allowed.
    static func lines(of findings: RuleFindings) -> [String] {
        let (breaches, allowed) = (findings.breaches, findings.allowed)
        var lines = breaches.prefix(limit).flatMap { finding -> [String] in
            let rule = finding.first.rule
            let known = finding.first.known.map { [$0] } ?? []
            return ["violation: \(text(finding))"]
                + (known + ["\(rule.explanation) \(rule.source)"]).map { "  \($0)" }
        }
        lines += allowed.prefix(limit).map { "allowed: \(text($0))" }
        let more = max(0, breaches.count - limit) + max(0, allowed.count - limit)
        if more > 0 { lines.append("\(more) more kinds of violations and of what is allowed; --json has them all") }
        return lines
    }

    /// `output got a value with no demand outstanding (1.1 more values than demand; event 4 at 2 s)`.
    private static func text(_ finding: RuleFinding) -> String {
        let (first, rule) = (finding.first, finding.first.rule)
        let more = finding.count == 1 ? "" : "; \(finding.count) times at \(finding.place), the last at \(finding.last) s"
        return "\(first.words) (\(rule.number) \(rule.title); event \(first.sequence) at \(first.time) s\(more))"
    }

    /// The objects of a list in JSON.
    static func json(_ findings: [RuleFinding]) -> String {
        JSONText.list(
            findings.map { finding in
                let (first, rule) = (finding.first, finding.first.rule)
                return JSONText.object([
                    ("rule", JSONText.string(rule.number)), ("title", JSONText.string(rule.title)),
                    ("source", JSONText.string(rule.source)), ("stage", JSONText.string(finding.place)),
                    ("text", JSONText.string(first.words)), ("known", first.known.map(JSONText.string) ?? "null"),
                    ("count", "\(finding.count)"), ("seq", "\(first.sequence)"), ("t", "\(first.time)"),
                    ("last", "\(finding.last)"),
                ])
            })
    }
}
