import FlowSystem
import FlowTrace
import LibC

/// The compiler as SwiftPM sees it while `try` builds a package: it passes every call on to the toolchain's, and imports FlowAsync
/// into the modules that name a stream, or use a macro that may.
package struct CompilerWrapper {
    /// Changes with the flags and the rule by which modules get them.
    static let version = 3

    private let setup: CompilerSetup
    private let notes: CompilerNotes

    package init(_ setup: CompilerSetup) {
        (self.setup, notes) = (setup, CompilerNotes(folder: setup.notes))
    }

    /// The modules that a package has only if it depends on flowviz itself.
    private static let own: Set<String> = ["FlowTrace", "FlowAsync"]

    /// Compiles.
    ///
    /// - Returns: The compiler's exit status. Does not return if the compiler takes the place of this process.
    /// - Throws: ``Failure`` if the compiler cannot be run, or the package has flowviz already.
    package func run(_ words: [String]) throws(Failure) -> ChildProcess.End {
        let call = CompilerCall(words) { path in try? InputFile.text(path, limit: CompilerWrapper.responseLimit) }
        switch call.work {
        case .other: throw become(words)
        case .link: throw become(words + setup.linkWords)
        case .module(let name, let sources): return try compile(name, sources, call)
        }
    }

    private func compile(_ module: String, _ sources: [String], _ call: CompilerCall) throws(Failure) -> ChildProcess.End {
        guard !CompilerWrapper.own.contains(module) else {
            throw Failure(
                "the package depends on flowviz itself (module \(module)); build it as ever, and run it with flowviz record -- PROGRAM"
            )
        }
        let usual = call.words + setup.searchWords
        let names = StreamNames(in: sources.lazy.compactMap { try? InputFile.bytes($0, limit: CompilerWrapper.sourceLimit) })
        let hasAlgorithms = names.hasAlgorithms && AlgorithmsLibrary(setup: setup).prepare(for: call)
        let traced = usual + CompilerSetup.importWords + (hasAlgorithms ? setup.overlayWords : [])
        let edited = edited(module, sources)
        if names.hasStreams || hasAlgorithms || edited != nil || call.usesMacros {
            guard !notes.isUntraced(module, sources) else { throw become(usual) }
            if let edited, let end = compile(module, edited, traced + edited.words) { return end }
            return compile(module, traced, or: usual)
        }
        notes.forget(module)
        return compileUnnamed(module, usual, or: traced)
    }

    /// The sources of a module with changes, `nil` if it is to be compiled as it is.
    private func edited(_ module: String, _ sources: [String]) -> EditedSources? {
        guard module == SwiftNIOEdits.module, !notes.isUnedited(module, sources) else { return nil }
        do {
            let edited = try EditedSources(of: module, sources, SwiftNIOEdits.all, in: setup.notes)
            notes.forgetEdits(module)
            return edited
        } catch {
            notes.note(.unedited(module: module, reason: error.description))
            return nil
        }
    }

    /// Compiles the changed sources of a module.
    ///
    /// - Returns: `nil` if they do not compile.
    private func compile(_ module: String, _ edited: EditedSources, _ words: [String]) -> ChildProcess.End? {
        let run = CompilerRun(setup.compiler, words)
        guard run.end == .exited(0) else {
            notes.note(.unedited(module: module, reason: run.firstError ?? run.end.words))
            return nil
        }
        run.passOn()
        notes.note(.traced(module: module))
        return run.end
    }

    /// Compiles a module that names a stream, without the import if it does not compile with it.
    private func compile(_ module: String, _ traced: [String], or usual: [String]) -> ChildProcess.End {
        let run = CompilerRun(setup.compiler, traced)
        guard run.end != .exited(0) else {
            run.passOn()
            notes.note(.traced(module: module))
            return run.end
        }
        let second = CompilerRun(setup.compiler, usual)
        second.passOn()
        let reason = run.firstError ?? run.end.words
        if second.end == .exited(0) {
            notes.note(.untraced(module: module, reason: reason))
        } else if second.isAboutFlowAsync {
            notes.note(.conflicting(module: module, reason: reason))
        }
        return second.end
    }

    /// Compiles a module that names no stream. It may use those of other modules all the same, for which MemberImportVisibility wants
    /// the import.
    private func compileUnnamed(_ module: String, _ usual: [String], or traced: [String]) -> ChildProcess.End {
        let run = CompilerRun(setup.compiler, usual)
        guard run.end != .exited(0), run.isAboutFlowAsync else {
            run.passOn()
            return run.end
        }
        let second = CompilerRun(setup.compiler, traced)
        guard second.end == .exited(0) else {
            run.passOn()
            notes.note(.conflicting(module: module, reason: run.firstError ?? run.end.words))
            return run.end
        }
        second.passOn()
        notes.note(.traced(module: module))
        return second.end
    }

    /// Lets the compiler take the place of this process.
    private func become(_ words: [String]) -> Failure {
        var list = ([setup.compiler] + words).map { strdup($0) } + [nil]
        execv(setup.compiler, &list)
        return Failure("cannot run '\(setup.compiler)': \(String(cString: strerror(errno)))")
    }

    private static let responseLimit = 16 << 20
    private static let sourceLimit = 64 << 20
}
