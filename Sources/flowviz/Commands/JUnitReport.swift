import FlowAnalysis
import FlowScreen

/// The outcome of a check in the form that CI systems read: a test case for each expectation.
struct JUnitReport {
    let name: String
    let expectations: [Expectation]
    /// What does not hold. What is broken is a failure; what cannot be told is an error.
    let failures: [CheckFailure]

    /// The lines of the file.
    var lines: [String] {
        let cases = expectations.flatMap { expectation -> [String] in
            let head = "    <testcase classname=\"\(XMLText.escaped(name))\" name=\"\(XMLText.escaped(expectation.description))\""
            guard let failure = failures.first(where: { $0.expectation == expectation }) else { return [head + "/>"] }
            let (message, element) = (XMLText.escaped(failure.line), failure.kind == .broken ? "failure" : "error")
            return [head + ">", "        <\(element) message=\"\(message)\">\(message)</\(element)>", "    </testcase>"]
        }
        let broken = failures.count { $0.kind == .broken }
        return [
            "<?xml version=\"1.0\" encoding=\"UTF-8\"?>", "<testsuites>",
            "  <testsuite name=\"\(XMLText.escaped(name))\" tests=\"\(expectations.count)\" failures=\"\(broken)\""
                + " errors=\"\(failures.count - broken)\">",
        ] + cases + ["  </testsuite>", "</testsuites>"]
    }
}
