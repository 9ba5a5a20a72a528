import FlowTestSupport
import Foundation

@testable import FlowSystem

/// A traced program with a separate folder for its socket.
final class TracedSession {
    let folder: TemporaryFolder
    let program: PTY

    /// Starts the small program and waits until it can be attached to.
    ///
    /// - Parameters:
    ///   - mode: The program's mode, as its source describes it.
    ///   - other: A session whose viewers should also find this program.
    convenience init(_ mode: String? = nil, beside other: TracedSession? = nil) throws {
        try self.init("FlowTracedProgram", mode.map { [$0] } ?? [], in: other?.folder ?? TemporaryFolder())
    }

    /// Starts a program and waits until it says that it is ready.
    convenience init(_ name: String, _ arguments: [String], in folder: TemporaryFolder) throws {
        try self.init(running: BuiltProgram.path(name), arguments, in: folder)
    }

    /// Starts the program at a path and waits until it says that it is ready.
    init(running path: String, _ arguments: [String], in folder: TemporaryFolder) throws {
        self.folder = folder
        let environment = Program.environment.merging(["FLOWVIZ": "1", "XDG_RUNTIME_DIR": folder.path]) { $1 }
        program = try PTY(path, arguments, environment: environment)
        guard program.wait(for: "ready") else { throw Failure("the traced program did not start") }
    }

    /// The environment variables with which flowviz finds it.
    var changes: [String: String] { ["XDG_RUNTIME_DIR": folder.path] }

    /// The path of the program's socket.
    var socket: String { path(endingIn: "sock") }

    /// The path of the program's trace.
    var trace: String { path(endingIn: "fvz") }

    /// Whether the program still does its work. Each number may be used only once.
    func works(with number: Int) -> Bool {
        program.send("\(number)\n")
        return program.wait(for: "doubled \(number * 2)")
    }

    private func path(endingIn suffix: String) -> String {
        let names = (try? FileManager.default.contentsOfDirectory(atPath: folder.path("flowviz"))) ?? []
        return folder.path("flowviz/\(names.first { $0.hasSuffix(suffix) } ?? "none")")
    }
}
