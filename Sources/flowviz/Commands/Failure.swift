/// A failure while running, not of the command line: one line on stderr, exit code 1.
struct Failure: Error, CustomStringConvertible {
    let description: String

    init(_ description: String) {
        self.description = description
    }
}
