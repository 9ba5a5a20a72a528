/// A failure while running, not of the command line: one line on stderr, exit code 1.
package struct Failure: Error, CustomStringConvertible {
    package let description: String

    package init(_ description: String) { self.description = description }
}
