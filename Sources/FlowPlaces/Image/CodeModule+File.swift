import FlowTrace

extension CodeModule {
    /// The file's name.
    package var name: String { path.split(separator: "/").last.map(String.init) ?? path }

    /// The words that the system adds to the path of a file that was deleted or replaced.
    private static let deleted = " (deleted)"

    /// Opens the file without waiting, and checks its build id.
    func opened() throws(PlaceError) -> (file: FileDescriptor, elf: ELFFile) {
        guard !buildID.isEmpty else { throw .noBuildID(name) }
        let path = path.hasSuffix(CodeModule.deleted) ? String(path.dropLast(CodeModule.deleted.count)) : path
        guard path.hasPrefix("/"), let file = try? FileDescriptor(reading: path) else { throw .missing(path) }
        guard file.isRegular, let elf = ELFFile(file) else { throw .notAnImage(path) }
        guard elf.buildID == buildID else { throw .changed(path) }
        return (file, elf)
    }
}

/// The reason why code of an image has no names, or names without lines.
package enum PlaceError: Error, Hashable, Sendable, CustomStringConvertible {
    /// The recorded image has no build id.
    case noBuildID(String)
    /// The file cannot be opened.
    case missing(String)
    /// The file at the path is not an ordinary ELF file.
    case notAnImage(String)
    /// The file's build id differs from the recorded one.
    case changed(String)
    /// No tool that reads line tables was found; names are from the symbol table.
    case noTool(String)
    /// The tool failed, took too long or printed too much; names are from the symbol table.
    case failedTool(String, tool: String)
    /// Neither the tool nor the symbol table has a name for some code.
    case noSymbols(String)

    package var description: String {
        switch self {
        case .noBuildID(let name): "'\(name)' has no build id, so its lines are unknown; link it with --build-id"
        case .missing(let path): "'\(path)' cannot be opened here, so its lines are unknown; read the trace where it was recorded"
        case .notAnImage(let path): "'\(path)' is not the program that was traced, so its lines are unknown"
        case .changed(let path): "'\(path)' has changed since the recording, so its lines are unknown; record it again"
        case .noTool(let name): "the lines of '\(name)' are unknown; install llvm-symbolizer (LLVM) or addr2line (binutils)"
        case .failedTool(let name, let tool): "the lines of '\(name)' are unknown, since \(tool) has failed"
        case .noSymbols(let name): "'\(name)' is stripped of names; build it with its symbols to see functions and lines"
        }
    }
}
