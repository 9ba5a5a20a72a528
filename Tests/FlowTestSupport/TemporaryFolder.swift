import Foundation

/// A new folder, removed when its last owner is released.
public final class TemporaryFolder {
    private let url: URL

    /// Makes the folder.
    public init() throws {
        url = FileManager.default.temporaryDirectory.appending(path: "flowviz-\(UUID().uuidString)")
        try FileManager.default.createDirectory(at: url, withIntermediateDirectories: true)
    }

    deinit {
        try? FileManager.default.removeItem(at: url)
    }

    /// Its path.
    public var path: String { url.path }

    /// The path of a file in it.
    public func path(_ name: String) -> String {
        url.appending(path: name).path
    }

    /// Copies a program into it, or a script that may be run.
    ///
    /// A child process copies it: while this process has a file open, a child of another test may inherit the descriptor, and a
    /// file open for writing cannot be started.
    public func copyProgram(_ source: String, to name: String) throws {
        let run = try ProgramRun("/bin/cp", ["-p", source, path(name)], environment: [:])
        guard run.status == .exited(0) else { throw CocoaError(.fileWriteUnknown, userInfo: [NSFilePathErrorKey: run.errors]) }
    }
}
