import FlowSystem
import FlowTrace
import LibC

extension TriedFolder {
    /// The milliseconds between two looks at another flowviz that builds, or at SwiftPM.
    private static let pause: Int32 = 50

    /// The names of the package's own executables, in SwiftPM's order; none if SwiftPM cannot tell, since the build then says why.
    ///
    /// SwiftPM resolves the package's dependencies for it, which may take long the first time.
    ///
    /// - Throws: ``Failure`` if nothing can be built.
    package func executables() throws(Failure) -> [String] {
        var turn = try BuildTurn(in: kit.folder)
        while turn == nil {
            poll(nil, 0, TriedFolder.pause)
            turn = try BuildTurn(in: kit.folder)
        }
        let workspace = try PackageWorkspace(of: folder, with: kit, isRelease: isRelease)
        var process = try BuildProcess([toolchain.swift] + workspace.listCommand, turn?.variables ?? [:])
        while true {
            if let end = process.poll({ _ in }) { return end == .exited(0) ? process.executables : [] }
            process.wait(milliseconds: TriedFolder.pause)
        }
    }
}
