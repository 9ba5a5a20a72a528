import FlowSystem
import FlowTrace
import LibC

/// Where this process keeps what it has built and what that records, for as long as it needs it.
///
/// A lock on the folder shows that somebody needs it, in whatever container. What processes have left that were killed is removed by
/// the next.
package final class RunFolder {
    /// The part of one run.
    package final class Part {
        package let path: String
        private let name: String
        private let whole: RunFolder

        fileprivate init(_ number: Int, of whole: RunFolder) throws(Failure) {
            (self.whole, name) = (whole, "\(number)")
            path = try BuildCache.folder(RunFolder.all, whole.name, name)
        }

        deinit { FolderContents.remove(name, in: whole.own) }

        /// Takes a program that was built, under a name of its own.
        ///
        /// - Returns: Its path.
        func take(_ program: String, named name: String) throws(Failure) -> String {
            // The next build writes another file in its place.
            guard link(program, "\(path)/\(name)") == 0 else { throw BuildCache.failure(String(cString: strerror(errno))) }
            return "\(path)/\(name)"
        }
    }

    /// What the folder of all processes is called.
    private static let all = "runs"
    private static let start = "run-"
    private static let attempts = 16

    private let name: String
    private let whole: FileDescriptor
    /// Locked for as long as it is needed.
    private let own: FileDescriptor
    private var count = 0

    /// - Throws: ``Failure`` if it cannot be made.
    package init() throws(Failure) {
        let path = try BuildCache.folder(RunFolder.all)
        do {
            whole = try PrivateFolder.open(path)
        } catch {
            throw BuildCache.failure(error.description)
        }
        RunFolder.removeLeft(in: whole)
        (name, own) = try RunFolder.make()
    }

    deinit { FolderContents.remove(name, in: whole) }

    /// The part of the next run.
    package func part() throws(Failure) -> Part {
        count += 1
        return try Part(count, of: self)
    }

    /// A new folder, under a name that no process of another container has either, with its lock.
    private static func make() throws(Failure) -> (String, FileDescriptor) {
        for _ in 0..<attempts {
            let name = start + String(UInt64.random(in: .min ... .max), radix: 36)
            let path = try BuildCache.folder(all, name)
            // Before it was locked, another process may have thought that it was left, and have removed it.
            if let own = try? PrivateFolder.open(path), own.hold(), own.stands(at: path) { return (name, own) }
        }
        throw BuildCache.failure("no folder in it can be locked")
    }

    /// Removes the folders that nobody holds. Whatever else is there stays: flowviz did not make it.
    private static func removeLeft(in whole: FileDescriptor) {
        for name in FolderContents.names(whole.path) where name.hasPrefix(start) {
            guard let folder = FolderContents.open(name, in: whole), folder.takeAlone() else { continue }
            FolderContents.remove(name, in: whole)
        }
    }
}
