import FlowSystem

/// A file with the package in which it is built.
package struct BuildableFile: TriedSource {
    private var file: TriedFile
    private let package: TryPackage

    /// - Throws: ``Failure`` if flowviz's sources or the toolchain are missing, or the package cannot be made.
    package init(_ file: TriedFile) throws(Failure) {
        self.file = file
        package = try TryPackage(of: try FlowvizSources())
    }

    package var name: String { file.snippet.name }

    package var path: String? { file.path }

    package mutating func reload() -> Bool { file.reload() }

    package func build(into folder: RunFolder.Part) throws(Failure) -> (any TriedBuild)? {
        guard let turn = try package.turn() else { return nil }
        return try SnippetBuild(file.snippet, in: package, turn, into: folder)
    }
}
