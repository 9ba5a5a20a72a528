import FlowAnalysis
import FlowScreen
import FlowText
import FlowTrace

/// The outcome of a check in the form that CI systems read: a test case for each expectation.
struct JUnitReport {
    let name: String
    let expectations: [Expectation]
    /// The failed expectations without accepted ones. In JUnit's terms a broken one is a failure, and an undecidable one an error.
    let findings: [CheckFinding]

    var lines: [String] {
        let cases = expectations.flatMap { expectation -> [String] in
            let head = "    <testcase classname=\"\(XMLText.escaped(name))\" name=\"\(XMLText.escaped(expectation.description))\""
            let own = findings(of: expectation)
            guard let kind = own.first?.failure.kind else { return [head + "/>"] }
            let message = XMLText.escaped(VisibleText.line(own.map(\.line).joined(separator: "; ")))
            let element = kind == .broken ? "failure" : "error"
            return [head + ">", "        <\(element) message=\"\(message)\">\(message)</\(element)>", "    </testcase>"]
        }
        let kinds = expectations.compactMap { findings(of: $0).first?.failure.kind }
        let broken = kinds.count { $0 == .broken }
        return [
            "<?xml version=\"1.0\" encoding=\"UTF-8\"?>", "<testsuites>",
            "  <testsuite name=\"\(XMLText.escaped(name))\" tests=\"\(expectations.count)\" failures=\"\(broken)\""
                + " errors=\"\(kinds.count - broken)\">",
        ] + cases + ["  </testsuite>", "</testsuites>"]
    }

    private func findings(of expectation: Expectation) -> [CheckFinding] {
        findings.filter { $0.failure.expectation == expectation }
    }
}
