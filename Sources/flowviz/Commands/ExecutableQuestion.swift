import ArgumentParser
import FlowScreen
import FlowSystem
import FlowTerminal
import FlowTrace
import FlowTry
import LibC

/// Asks on a terminal which of several executables of a package to run.
struct ExecutableQuestion {
    /// The meaning of an answer.
    enum Answer: Equatable {
        case executable(String)
        /// The answer names none of them.
        case wrong
        /// The user wants none.
        case none
    }

    /// The name of the package.
    let package: String
    let names: [String]

    /// The executables with their numbers, from 1.
    var lines: [String] {
        let width = String(names.count).count
        return ["'\(package)' has several executables:"]
            + names.enumerated().map { index, name in
                let number = String(index + 1)
                return "  \(String(repeating: " ", count: width - number.count))\(number)  \(name)"
            }
    }

    /// The question after the list.
    var prompt: String { "which one, 1 to \(names.count) or its name? " }

    /// The meaning of a typed line.
    func answer(to text: String) -> Answer {
        let word = text.split(whereSeparator: \.isWhitespace).joined(separator: " ")
        guard !word.isEmpty else { return .none }
        if let name = names.first(where: { $0 == word }) { return .executable(name) }
        guard let number = Int(word), names.indices.contains(number - 1) else { return .wrong }
        return .executable(names[number - 1])
    }

    /// Asks until there is an answer.
    ///
    /// - Returns: The executable, `nil` if the user wants none.
    /// - Throws: ``TerminalError`` if the terminal cannot be read.
    func ask() throws -> String? {
        let terminal = try LineTerminal()
        defer { terminal.close() }
        lines.forEach(StandardError.line)
        while true {
            StandardError.prompt(prompt)
            guard let text = typed(on: terminal) else { return nil }
            switch answer(to: text) {
            case .executable(let name): return name
            case .none: return nil
            case .wrong: StandardError.line("'\(text)' is none of them")
            }
        }
    }

    /// The line that the user types; `nil` if the user leaves.
    private func typed(on terminal: LineTerminal) -> String? {
        var text = ""
        while let input = terminal.next() {
            switch input {
            case .key(.enter):
                StandardError.line("")
                return text
            case .key(.escape), .end:
                StandardError.line("")
                return nil
            case .key(.backspace):
                if let last = text.popLast() { StandardError.erase(columns: TextWidth.width(of: String(last))) }
            case .key(.character(let character)) where text.count < 100:
                text.append(character)
                StandardError.prompt(String(character))
            case .signal(let number):
                terminal.close()
                CursesTerminal.reraise(number)
            case .resumed: StandardError.prompt(prompt + text)
            case .key, .line, .woken: break
            }
        }
        return nil
    }
}

extension TriedFolder {
    /// The package with a chosen executable: the only one, or the one that the user chooses on the terminal.
    ///
    /// - Returns: Without a terminal, the package as it is. `nil` if the user chooses none.
    func chosen() throws -> TriedFolder? {
        guard case .executable(nil, _) = part, isatty(STDIN_FILENO) == 1, isatty(STDERR_FILENO) == 1 else { return self }
        let names = try executables()
        var chosen = self
        if names.count > 1 {
            guard let name = try ExecutableQuestion(package: name, names: names).ask() else { return nil }
            chosen.run(name)
        } else if let name = names.first {
            chosen.run(name)
        }
        return chosen
    }
}
