/// What could not be had of the system.
public struct SystemFailure: Error {
    /// The call that failed.
    public let call: String
    /// Its error number.
    public let number: Int32
}
