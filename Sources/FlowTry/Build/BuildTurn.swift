import FlowSystem
import FlowTrace

/// The exclusive right to build in a package of flowviz's cache. It ends when this object is released.
final class BuildTurn {
    private let lock: FileDescriptor
    private let build: FileDescriptor
    /// Variables to add to the environment of the build: the folder for its temporary files, which are removed with the turn.
    ///
    /// The folder is always the same; with a different one, Swift would load all packages again.
    let variables: [String: String]

    private static let temporary = "tmp"

    /// Takes the turn, `nil` while another flowviz has it.
    ///
    /// - Parameter folder: The path of the package's folder in the cache, with a folder `.build`.
    /// - Throws: ``Failure`` if the package has been removed, or is not private to this user.
    init?(in folder: String) throws(Failure) {
        lock = try BuildCache.open(folder)
        guard lock.lockExclusively() else { return nil }
        build = try BuildCache.open("\(folder)/.build")
        // A killed process may have left its files.
        FolderContents.remove(BuildTurn.temporary, in: build)
        variables = ["TMPDIR": try BuildCache.folder(FileName.last(of: folder), ".build", BuildTurn.temporary)]
    }

    deinit { FolderContents.remove(BuildTurn.temporary, in: build) }
}
