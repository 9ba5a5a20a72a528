import FlowSystem
import FlowTrace

/// A running or finished command of SwiftPM.
struct BuildProcess {
    private let program: StartedProgram
    private let pipe: OutputPipe
    private var text: [UInt8] = []

    private static let longestText = 1 << 16

    init(_ words: [String], _ variables: [String: String]) throws(Failure) {
        let end: FileDescriptor
        (pipe, end) = try OutputPipe.make()
        defer { withExtendedLifetime(end) {} }
        // SwiftPM would prefer the user's own build folder, and tools that run in the build would be traced.
        program = try StartedProgram(
            words, adding: variables, removing: ["SWIFTPM_BUILD_DIR", "FLOWVIZ"], output: end.number, errors: end.number)
    }

    /// Reads the available output.
    ///
    /// - Returns: The exit status, `nil` while it runs.
    mutating func poll(_ read: ([UInt8]) -> Void) -> ChildProcess.End? {
        let end = program.poll()
        while let bytes = pipe.read(), !bytes.isEmpty {
            read(bytes)
            text = (text + bytes).suffix(BuildProcess.longestText)
        }
        return end
    }

    func wait(milliseconds: Int32) { pipe.wait(milliseconds: milliseconds) }

    /// The package's own executables in the output of `swift package show-executables`; a dependency's has its package's name in
    /// brackets.
    var executables: [String] {
        String(decoding: text, as: UTF8.self).split(whereSeparator: \.isNewline).map(String.init).filter { line in
            !line.isEmpty && line.allSatisfy { $0.isLetter || $0.isNumber || "_-.+".contains($0) }
        }
    }
}
