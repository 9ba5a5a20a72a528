import FlowSystem
import FlowTrace
import LibC

/// FlowAlgorithms, compiled against the AsyncAlgorithms of a package.
///
/// The first module that imports AsyncAlgorithms makes it; then the package's own AsyncAlgorithms is compiled already.
struct AlgorithmsLibrary {
    let setup: CompilerSetup

    /// The modules in the order in which they are compiled.
    private static let modules = ["FlowUntracedAlgorithms", "FlowAlgorithms"]

    /// The words that link it, if it has been made.
    static func linkWords(in folder: String) -> [String] {
        modules.reversed().map { "\(folder)/lib\($0).a" }.filter { access($0, R_OK) == 0 }
    }

    /// Makes it unless it has been made.
    ///
    /// - Parameter call: The call that compiles the module that needs it.
    /// - Returns: Whether it is there.
    func prepare(for call: CompilerCall) -> Bool {
        let found = call.moduleFolders.map { "\($0)/AsyncAlgorithms.swiftmodule" }
        guard let algorithms = found.first(where: { access($0, R_OK) == 0 }) else { return false }
        guard let folder = try? BuildCache.open(setup.notes) else { return false }
        while flock(folder.number, LOCK_EX) < 0, errno == EINTR {}
        defer { withExtendedLifetime(folder) {} }
        return AlgorithmsLibrary.modules.allSatisfy { module in
            isNewer("\(setup.notes)/lib\(module).a", than: algorithms) || compile(module, for: call)
        }
    }

    private func isNewer(_ path: String, than other: String) -> Bool {
        guard let stamp = FileStamp(of: path), let before = FileStamp(of: other) else { return false }
        return stamp.isNewer(than: before)
    }

    private func compile(_ module: String, for call: CompilerCall) -> Bool {
        let folder = "\(setup.sources)/Sources/\(module)"
        let files = (try? SourceTree.files(below: folder)) ?? []
        let words =
            [
                "-emit-library", "-static", "-emit-module", "-emit-module-path", "\(setup.notes)/\(module).swiftmodule",
                "-o", "\(setup.notes)/lib\(module).a", "-module-name", module, "-parse-as-library", "-wmo", "-O", "-g",
                "-DAsyncAlgorithms",
                "-swift-version", "6", "-package-name", FlowvizKit.packageName(of: setup.sources), "-Xcc",
                "-fno-omit-frame-pointer",
            ] + call.searchWords + setup.searchWords + files
        let run = CompilerRun(setup.compiler, words)
        let notes = CompilerNotes(folder: setup.notes)
        guard run.end != .exited(0) else {
            notes.forgetAlgorithms()
            return true
        }
        notes.note(.algorithms(run.firstError ?? "the compiler ended with \(run.end.words)"))
        unlink("\(setup.notes)/lib\(module).a")
        return false
    }
}
