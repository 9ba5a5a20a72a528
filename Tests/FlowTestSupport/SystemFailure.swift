/// A failure of the system during a test.
public struct SystemFailure: Error {
    /// The call that failed.
    public let call: String
    /// Its error number.
    public let number: Int32
}
