import FlowSystem
import FlowTrace
import LibC

/// The notes of the compiler's wrapper about the modules that it has compiled: a file each.
package struct CompilerNotes {
    package enum Note: Equatable {
        /// The module was compiled with the import of FlowAsync.
        case traced(module: String)
        /// The module does not compile with the import, so it was compiled without it.
        case untraced(module: String, reason: String)
        /// FlowAlgorithms does not compile with the package's AsyncAlgorithms, so that AsyncAlgorithms is not traced.
        case algorithms(String)
    }

    let folder: String

    init(folder: String) { self.folder = folder }

    private static let (traced, untraced, algorithms) = (".traced", ".untraced", "AsyncAlgorithms.note")
    private static let limit = 1 << 16

    /// Writes a note. It replaces what was noted of the module.
    func note(_ note: Note) {
        switch note {
        case .traced(let module):
            unlink(path(module, CompilerNotes.untraced))
            try? OutputFile.write("", to: path(module, CompilerNotes.traced))
        case .untraced(let module, let reason):
            unlink(path(module, CompilerNotes.traced))
            try? OutputFile.write(reason, to: path(module, CompilerNotes.untraced))
        case .algorithms(let reason):
            try? OutputFile.write(reason, to: "\(folder)/\(CompilerNotes.algorithms)")
        }
    }

    /// Whether a module does not compile with the import, as long as none of its sources has changed since that was found.
    func isUntraced(_ module: String, _ sources: [String]) -> Bool {
        guard let note = FileStamp(of: path(module, CompilerNotes.untraced)) else { return false }
        return sources.allSatisfy { FileStamp(of: $0).map(note.isNewer) ?? false }
    }

    /// All notes, in alphabetical order of the modules.
    package var all: [Note] {
        FolderContents.names(folder).sorted().compactMap { name in
            if name.hasSuffix(CompilerNotes.traced) { return .traced(module: String(name.dropLast(CompilerNotes.traced.count))) }
            guard name == CompilerNotes.algorithms || name.hasSuffix(CompilerNotes.untraced) else { return nil }
            let reason = (try? InputFile.text("\(folder)/\(name)", limit: CompilerNotes.limit)) ?? ""
            return name == CompilerNotes.algorithms
                ? .algorithms(reason)
                : .untraced(module: String(name.dropLast(CompilerNotes.untraced.count)), reason: reason)
        }
    }

    private func path(_ module: String, _ ending: String) -> String { "\(folder)/\(FileName.last(of: module))\(ending)" }
}

extension CompilerNotes.Note {
    /// A sentence for a module whose streams the trace will not show, `nil` for any other.
    var words: String? {
        switch self {
        case .traced: nil
        case .untraced(let module, let reason):
            "module \(module) is not traced, since it does not compile with flowviz's streams: \(reason)"
        case .algorithms(let reason): "AsyncAlgorithms is not traced, since flowviz does not know this version: \(reason)"
        }
    }
}

extension CompilerNotes {
    /// The message for a run in which no stream was seen.
    static func nothingSeen(_ notes: [Note]) -> String {
        let modules = notes.compactMap { note in
            if case .traced(let module) = note { return module }
            return nil
        }
        guard !modules.isEmpty else { return "no stream was seen: no module names AsyncStream or AsyncAlgorithms" }
        return "no stream was seen; \(modules.joined(separator: ", ")) would have shown theirs"
    }
}
