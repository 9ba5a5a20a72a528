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
        /// The module takes the streams of traced modules, and compiles neither with the import nor without it.
        case conflicting(module: String, reason: String)
        /// flowviz does not know how to change the module's sources, so it was compiled without the changes.
        case unedited(module: String, reason: String)
        /// FlowAlgorithms does not compile with the package's AsyncAlgorithms, so that AsyncAlgorithms is not traced.
        case algorithms(String)
    }

    let folder: String

    init(folder: String) { self.folder = folder }

    private static let (traced, untraced, conflicting) = (".traced", ".untraced", ".conflicting")
    private static let unedited = ".unedited"
    private static let algorithms = "AsyncAlgorithms.note"
    private static let limit = 1 << 16

    /// Writes a note. It replaces the earlier ones about the module.
    func note(_ note: Note) {
        switch note {
        case .traced(let module): write("", module, CompilerNotes.traced)
        case .untraced(let module, let reason): write(reason, module, CompilerNotes.untraced)
        case .conflicting(let module, let reason): write(reason, module, CompilerNotes.conflicting)
        case .unedited(let module, let reason): try? OutputFile.write(reason, to: path(module, CompilerNotes.unedited))
        case .algorithms(let reason): try? OutputFile.write(reason, to: "\(folder)/\(CompilerNotes.algorithms)")
        }
    }

    private func write(_ text: String, _ module: String, _ ending: String) {
        forget(module)
        try? OutputFile.write(text, to: path(module, ending))
    }

    /// Removes the notes about a module.
    func forget(_ module: String) {
        for ending in [CompilerNotes.traced, CompilerNotes.untraced, CompilerNotes.conflicting] { unlink(path(module, ending)) }
    }

    /// Removes the note about AsyncAlgorithms.
    func forgetAlgorithms() { unlink("\(folder)/\(CompilerNotes.algorithms)") }

    /// Removes the note about a module's changed sources.
    func forgetEdits(_ module: String) { unlink(path(module, CompilerNotes.unedited)) }

    /// Whether a module does not compile with the import, as long as none of its sources has changed since that was found.
    func isUntraced(_ module: String, _ sources: [String]) -> Bool { holds(CompilerNotes.untraced, module, sources) }

    /// Whether a module's sources cannot be changed, as long as none of them has changed since that was found.
    func isUnedited(_ module: String, _ sources: [String]) -> Bool { holds(CompilerNotes.unedited, module, sources) }

    private func holds(_ ending: String, _ module: String, _ sources: [String]) -> Bool {
        guard let note = FileStamp(of: path(module, ending)) else { return false }
        return sources.allSatisfy { FileStamp(of: $0).map(note.isNewer) ?? false }
    }

    /// All notes, in alphabetical order of the modules.
    package var all: [Note] {
        FolderContents.names(folder).sorted().compactMap { name in
            let reason = { (try? InputFile.text("\(folder)/\(name)", limit: CompilerNotes.limit)) ?? "" }
            if name == CompilerNotes.algorithms { return .algorithms(reason()) }
            guard let period = name.lastIndex(of: ".") else { return nil }
            let module = String(name[..<period])
            switch name[period...] {
            case CompilerNotes.traced: return .traced(module: module)
            case CompilerNotes.untraced: return .untraced(module: module, reason: reason())
            case CompilerNotes.conflicting: return .conflicting(module: module, reason: reason())
            case CompilerNotes.unedited: return .unedited(module: module, reason: reason())
            default: return nil
            }
        }
    }

    /// The message for a build that may fail only because some modules are traced, `nil` if there is none.
    var conflict: String? {
        all.lazy.compactMap { note in
            guard case .conflicting(let module, let reason) = note else { return nil }
            return
                "module \(module) takes streams of modules that are traced, and compiles neither with flowviz's streams nor without: "
                + "\(reason); if SwiftPM alone can build it, it cannot be tried"
        }.first
    }

    private func path(_ module: String, _ ending: String) -> String { "\(folder)/\(FileName.last(of: module))\(ending)" }
}

extension CompilerNotes.Note {
    /// A sentence for a module whose streams the trace will not show, `nil` for any other.
    var words: String? {
        switch self {
        case .traced, .conflicting: nil
        case .untraced(let module, let reason):
            "module \(module) is not traced, since it does not compile with flowviz's streams: \(reason)"
        case .unedited(let module, let reason):
            "SwiftNIO's channels are not traced, since flowviz does not know this version of \(module): \(reason)"
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
        return "no stream was seen; the traced modules of the package are \(modules.joined(separator: ", "))"
    }
}
