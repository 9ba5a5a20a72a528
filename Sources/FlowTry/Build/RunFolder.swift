import FlowSystem
import FlowTrace
import LibC

/// The folder with this process's built programs and their recordings, removed when the process no longer needs it.
///
/// A lock on the folder shows that it is in use, even across containers. The next flowviz removes the folders of killed
/// processes.
package final class RunFolder {
    /// The subfolder of one run.
    package final class Part {
        package let path: String
        private let name: String
        private let parent: RunFolder

        fileprivate init(_ number: Int, of parent: RunFolder) throws(Failure) {
            (self.parent, name) = (parent, "\(number)")
            path = try BuildCache.folder(RunFolder.folderName, parent.name, name)
        }

        deinit { FolderContents.remove(name, in: parent.folder) }

        /// Links a built program into this subfolder under `name`.
        ///
        /// - Returns: Its path.
        func take(_ program: String, named name: String) throws(Failure) -> String {
            // The next build replaces the file instead of changing it, so a link is as good as a copy.
            guard link(program, "\(path)/\(name)") == 0 else { throw BuildCache.failure(String(cString: strerror(errno))) }
            return "\(path)/\(name)"
        }
    }

    /// The name of the folder that contains every process's folder.
    private static let folderName = "runs"
    private static let prefix = "run-"
    private static let attempts = 16

    private let name: String
    private let parent: FileDescriptor
    /// This process's folder; the descriptor holds the lock.
    private let folder: FileDescriptor
    private var count = 0

    /// - Throws: ``Failure`` if it cannot be made.
    package init() throws(Failure) {
        parent = try BuildCache.open(try BuildCache.folder(RunFolder.folderName))
        RunFolder.removeLeft(in: parent)
        (name, folder) = try RunFolder.make()
    }

    deinit { FolderContents.remove(name, in: parent) }

    /// Makes the subfolder of the next run.
    package func part() throws(Failure) -> Part {
        count += 1
        return try Part(count, of: self)
    }

    /// Makes a folder whose name is unique across containers, and locks it.
    private static func make() throws(Failure) -> (String, FileDescriptor) {
        for _ in 0..<attempts {
            let name = prefix + String(UInt64.random(in: .min ... .max), radix: 36)
            let path = try BuildCache.folder(folderName, name)
            // Before the lock was taken, another process may have removed the folder as abandoned.
            if let folder = try? PrivateFolder.open(path), folder.hold(), folder.isFile(at: path) { return (name, folder) }
        }
        throw BuildCache.failure("no folder in it can be locked")
    }

    /// Removes the folders without a lock holder. Other files stay, since flowviz did not make them.
    private static func removeLeft(in parent: FileDescriptor) {
        BuildCache.removeUnheld(in: parent) { $0.hasPrefix(prefix) }
    }
}
