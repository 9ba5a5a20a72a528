import FlowModel

/// The outcome of a check in the form that CI systems read: a test case for each expectation.
struct JUnitReport {
    let name: String
    let expectations: [Expectation]
    let failures: [CheckFailure]

    /// The lines of the file.
    var lines: [String] {
        let cases = expectations.flatMap { expectation -> [String] in
            let head = "    <testcase classname=\"\(escaped(name))\" name=\"\(escaped(expectation.description))\""
            guard let failure = failures.first(where: { $0.expectation == expectation }) else { return [head + "/>"] }
            let message = escaped(failure.line)
            return [head + ">", "        <failure message=\"\(message)\">\(message)</failure>", "    </testcase>"]
        }
        return [
            "<?xml version=\"1.0\" encoding=\"UTF-8\"?>", "<testsuites>",
            "  <testsuite name=\"\(escaped(name))\" tests=\"\(expectations.count)\" failures=\"\(failures.count)\">",
        ] + cases + ["  </testsuite>", "</testsuites>"]
    }

    /// Values are other people's text: what XML cannot hold is replaced.
    private func escaped(_ text: String) -> String {
        String(
            String.UnicodeScalarView(
                text.unicodeScalars.map { $0.value < 32 || (0x7F...0x9F).contains($0.value) ? "\u{FFFD}" : $0 })
        )
        .replacing("&", with: "&amp;").replacing("<", with: "&lt;").replacing(">", with: "&gt;").replacing("\"", with: "&quot;")
    }
}
