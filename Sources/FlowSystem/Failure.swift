/// A failure while running, not of the command line: one line on stderr, exit code 1.
package struct Failure: Error, CustomStringConvertible {
    package let description: String

    package init(_ description: String) { self.description = description }
}

/// A mistake in the words that a command was given: one line on stderr, exit code 2.
package struct UsageError: Error, CustomStringConvertible {
    package let description: String

    package init(_ description: String) { self.description = description }
}
