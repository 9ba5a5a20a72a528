import FlowTrace
import LibC

/// The editor named by the user's environment. Opens a file at a line.
package struct SourceEditor: Equatable {
    /// Its name or path, and its arguments.
    let words: [String]

    /// How an editor expects the line number; an unknown editor is assumed to follow vi.
    private enum Form {
        case plus, colon, goto
    }

    /// The editor in `VISUAL`, or else in `EDITOR`; `nil` if both are empty. Words are split at blanks, without a shell.
    package init?(_ variable: (String) -> String? = { getenv($0).map { String(cString: $0) } }) {
        let words = ["VISUAL", "EDITOR"].map { name in
            (variable(name) ?? "").split { $0 == " " || $0 == "\t" }.map(String.init)
        }.first { !$0.isEmpty }
        guard let words else { return nil }
        self.words = words
    }

    var name: String { FileName.last(of: words[0]) }

    /// The command line that opens a file at a line.
    ///
    /// - Parameter path: An absolute path, which cannot be mistaken for an option.
    func command(opening path: String, at line: Int) -> [String] {
        switch form {
        case .plus: words + ["+\(line)", path]
        case .colon: words + ["\(path):\(line)"]
        case .goto: words + ["--goto", "\(path):\(line)"]
        }
    }

    private var form: Form {
        switch name {
        case "hx", "helix", "subl", "sublime_text", "zed", "zeditor": .colon
        case "code", "code-insiders", "codium", "cursor", "vscodium", "windsurf": .goto
        default: .plus
        }
    }

    /// Opens a file at a line and waits until the editor exits.
    ///
    /// - Parameter stop: Stops this process until its group is continued; called when the editor stops, for example after
    ///   Control-Z.
    /// - Returns: The failure if the editor cannot be started or exits with an error.
    package func open(_ path: String, at line: Int, stop: () -> Void) -> Failure? {
        let words = command(opening: path, at: line).map { strdup($0) } + [nil]
        defer { words.forEach { free($0) } }
        var mask = sigset_t()
        sigprocmask(SIG_SETMASK, nil, &mask)
        var list = words
        let process: pid_t
        do {
            // Standard error is redirected into the screen's own pipe.
            process = try ChildProcess.spawn(&list, environ, mask: mask, files: [(STDOUT_FILENO, STDERR_FILENO)])
        } catch {
            return Failure("'\(name)' cannot be run as an editor; let EDITOR name one, for example EDITOR=vi")
        }
        return SourceEditor.waitForEnd(of: process, stop: stop) == 0
            ? nil : Failure("the editor '\(name)' has ended with an error")
    }

    private static func waitForEnd(of process: pid_t, stop: () -> Void) -> Int32 {
        var status: Int32 = 0
        while true {
            let found = waitpid(process, &status, WUNTRACED)
            if found < 0, errno == EINTR { continue }
            guard found == process else { return -1 }
            // The editor is in this process's group, so the signal that continues this process continues the editor too.
            guard status & 0xFF == 0x7F else { return status }
            stop()
            kill(process, SIGCONT)
        }
    }
}
