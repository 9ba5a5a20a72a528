/// Writes a failure in words.
package enum FailureText {
    /// `failed: timed out`; `failed` alone for an error that says no more than that.
    package static func words(_ error: String) -> String { error.isEmpty || error == "failed" ? "failed" : "failed: \(error)" }
}
