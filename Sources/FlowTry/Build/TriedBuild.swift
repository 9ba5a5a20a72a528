import FlowSystem
import LibC

/// A source of Swift that `try` builds and runs: a file or a package.
package protocol TriedSource {
    /// Its name in messages.
    var name: String { get }
    /// The path of its file, `nil` if it is not one file.
    var path: String? { get }

    /// Reads it again if it has changed.
    ///
    /// - Returns: Whether it is different now.
    mutating func reload() -> Bool

    /// Starts a build of it.
    ///
    /// - Parameter folder: Receives the program.
    /// - Returns: The build, `nil` while another flowviz builds.
    func build(into folder: RunFolder.Part) throws(Failure) -> (any TriedBuild)?
}

/// A running or finished build.
package protocol TriedBuild: AnyObject {
    var output: BuildOutput { get }
    var outcome: BuildOutcome { get }
    /// A sentence about what is built now.
    var note: String { get }

    /// Reads the available output, and updates ``outcome``.
    func poll()

    /// Waits for output or the end of the build, at most `milliseconds`.
    func wait(milliseconds: Int32)

    /// A message about the source as a compiler prints it.
    ///
    /// - Parameter name: The name of the tried file.
    func lines(of message: CompilerMessage, naming name: String) -> [String]
}

/// The state of a build.
package enum BuildOutcome {
    case isRunning
    case built(TriedProgram)
    /// The compiler reported errors in the source.
    case refused
    /// Any other error, in one line.
    case failed(String)

    package var isRunning: Bool {
        if case .isRunning = self { return true }
        return false
    }
}

/// A built program.
package struct TriedProgram {
    /// Its path and its arguments.
    let words: [String]
    /// Variables to add to its environment.
    var variables: [String: String] = [:]
    /// Whether it runs the tests of a package, with XCTest in one process and with Swift Testing in another.
    package var isSuite = false
    /// Whether it runs in virtual time.
    package let isVirtual: Bool
    /// Whether its trace describes all values, not only numbers and text.
    package let describesAll: Bool
    /// Sentences about the streams that its trace will not show, and about its time.
    package let notes: [String]
    /// Makes the message for a run in which no stream was seen.
    package let nothingSeenNote: () -> String
    /// Keeps the program's files from being removed, while it is referenced.
    let hold: AnyObject?
}

extension ChildProcess.End {
    /// The exit status in words.
    package var words: String {
        switch self {
        case .exited(let code): "exit code \(code)"
        case .signalled(let number): "signal \(number), \(String(cString: strsignal(number)))"
        }
    }
}
