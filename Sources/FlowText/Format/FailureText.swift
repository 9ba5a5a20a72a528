/// How a failure reads.
enum FailureText {
    /// `failed: timed out`; `failed` alone for an error that says no more than that.
    static func words(_ error: String) -> String { error.isEmpty || error == "failed" ? "failed" : "failed: \(error)" }
}
