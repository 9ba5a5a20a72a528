import ArgumentParser

#if canImport(Glibc)
    import Glibc
#else
    import Darwin
#endif

/// How the program ends when a command throws.
enum Outcome {
    /// Prints help on the standard output, or one line on the standard error, and leaves: 0 for help, 1 for what failed while
    /// running, 2 for the command line.
    static func leave(with error: any Error) -> Never {
        if Flowviz.exitCode(for: error) == .success {
            let output = StandardOutput()
            output.line(Flowviz.fullMessage(for: error))
            output.flush()
            exit(0)
        }
        let failure = error as? Failure
        StandardError.line("flowviz: " + (failure?.description ?? Flowviz.message(for: error)))
        exit(failure == nil ? 2 : 1)
    }
}
