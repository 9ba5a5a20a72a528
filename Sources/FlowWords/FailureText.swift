import FlowTrace

/// Writes a failure in words.
package enum FailureText {
    /// `failed: timed out`; `failed` alone for an error that says no more than that.
    package static func words(_ error: String) -> String { error.isEmpty || error == "failed" ? "failed" : "failed: \(error)" }

    /// The maximum length of an error in a verdict, in scalars.
    private static let longest = 120

    /// An error in one line, cut in the middle if it is long; `nil` for an error that says no more than that it failed.
    package static func line(_ error: String) -> String? {
        let line = VisibleText.line(error, limit: longest)
        return line.isEmpty || line == "failed" ? nil : line
    }
}
