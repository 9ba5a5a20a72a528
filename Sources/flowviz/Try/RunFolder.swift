import FlowTrace
import LibC

/// Where this process keeps what it has built and what that records, for as long as it needs it.
///
/// What processes have left that were killed is removed by the next.
final class RunFolder {
    /// The part of one run.
    final class Part {
        let path: String
        private let whole: RunFolder

        fileprivate init(_ number: Int, of whole: RunFolder) throws(Failure) {
            self.whole = whole
            path = "\(whole.path)/\(number)"
            try BuildCache.makeFolder(path)
        }

        deinit { RunFolder.remove(path) }

        /// Takes a program that was built, under a name of its own.
        ///
        /// - Returns: Its path.
        func take(_ program: String, named name: String) throws(Failure) -> String {
            // The next build writes another file in its place.
            guard link(program, "\(path)/\(name)") == 0 else { throw BuildCache.failure(String(cString: strerror(errno))) }
            return "\(path)/\(name)"
        }
    }

    private let path: String
    private var count = 0

    /// - Throws: ``Failure`` if it cannot be made.
    init() throws(Failure) {
        let all = "\(try BuildCache.folder())/runs"
        for name in FolderContents.names(all) where Int32(name).map({ LibC.kill($0, 0) != 0 && errno == ESRCH }) ?? false {
            RunFolder.remove("\(all)/\(name)")
        }
        path = "\(all)/\(getpid())"
        try BuildCache.makeFolder(path)
    }

    deinit { RunFolder.remove(path) }

    /// The part of the next run.
    func part() throws(Failure) -> Part {
        count += 1
        return try Part(count, of: self)
    }

    private static func remove(_ path: String) {
        for name in FolderContents.names(path) where name != "." && name != ".." {
            let inside = "\(path)/\(name)"
            if unlink(inside) != 0 { remove(inside) }
        }
        rmdir(path)
    }
}
