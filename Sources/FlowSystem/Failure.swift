/// A failure at run time, as opposed to a mistake on the command line: one line on stderr, exit code 1.
package struct Failure: Error, CustomStringConvertible {
    package let description: String

    package init(_ description: String) { self.description = description }

    /// Turns the error of some work into the failure with which the program exits.
    package static func checked<Result, Cause: Error & CustomStringConvertible>(
        _ work: () throws(Cause) -> Result
    ) throws(Failure) -> Result {
        do {
            return try work()
        } catch {
            throw Failure(error.description)
        }
    }
}

/// A mistake on the command line: one line on stderr, exit code 2.
package struct UsageError: Error, CustomStringConvertible {
    package let description: String

    package init(_ description: String) { self.description = description }
}
