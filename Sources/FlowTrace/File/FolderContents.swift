import LibC

/// What is in a folder, and how it is removed: in this place alone.
package enum FolderContents {
    /// The names of its files and folders, in no order; none if it cannot be read.
    package static func names(_ path: String) -> [String] {
        let number = FileDescriptor.lifted(open(path, O_RDONLY | O_DIRECTORY | O_CLOEXEC))
        return number >= 0 ? names(owning: number).map(text) : []
    }

    private static func text(_ name: [CChar]) -> String {
        String(decoding: name.dropLast().lazy.map(UInt8.init(bitPattern:)), as: UTF8.self)
    }

    /// The names of what is in an open folder, which need not be text, without those of the folder itself and of that above.
    ///
    /// - Parameter number: Closed at the end.
    private static func names(owning number: Int32) -> [[CChar]] {
        guard let folder = fdopendir(number) else {
            close(number)
            return []
        }
        defer { closedir(folder) }
        var names: [[CChar]] = []
        while let entry = readdir(folder) {
            let name = withUnsafeBytes(of: &entry.pointee.d_name) { $0.prefix { $0 != 0 }.map { CChar(bitPattern: $0) } + [0] }
            if name != FolderContents.itself, name != FolderContents.above { names.append(name) }
        }
        return names
    }

    private static let (itself, above) = ([CChar](".".utf8CString), [CChar]("..".utf8CString))

    /// Removes something that a folder has: a file, or a folder with all that is in it. A link is removed, and never followed.
    ///
    /// What cannot be removed stays, and the rest goes. Folders may be nested to any depth.
    package static func remove(_ name: String, in folder: FileDescriptor) {
        let name = Array(name.utf8CString)
        guard !removed(name, in: folder.number), let root = opened(name, in: folder.number) else { return }
        empty(root)
        unlinkat(folder.number, name, AT_REMOVEDIR)
        close(root)
    }

    /// Empties a folder without recursion: each folder inside another is moved up into `root` before it is emptied.
    private static func empty(_ root: Int32) {
        var (left, moved) = (names(owning: fcntl(root, F_DUPFD_CLOEXEC, 3)), 0)
        while let name = left.popLast() {
            guard !removed(name, in: root), let inner = opened(name, in: root) else { continue }
            for inside in names(owning: fcntl(inner, F_DUPFD_CLOEXEC, 3)) where !removed(inside, in: inner) {
                var own: [CChar]
                repeat {
                    moved += 1
                    own = Array("flowviz-\(moved)".utf8CString)
                } while exists(own, in: root)
                if renameat(inner, inside, root, own) == 0 { left.append(own) }
            }
            close(inner)
            unlinkat(root, name, AT_REMOVEDIR)
        }
    }

    /// Removes what is no folder.
    ///
    /// - Returns: Whether it was none.
    private static func removed(_ name: [CChar], in folder: Int32) -> Bool {
        var status = stat()
        guard fstatat(folder, name, &status, AT_SYMLINK_NOFOLLOW) == 0 else { return true }
        guard status.st_mode & S_IFMT != S_IFDIR else { return false }
        unlinkat(folder, name, 0)
        return true
    }

    private static func exists(_ name: [CChar], in folder: Int32) -> Bool {
        var status = stat()
        return fstatat(folder, name, &status, AT_SYMLINK_NOFOLLOW) == 0
    }

    /// Opens a folder to empty it, `nil` where a link has taken its place by now.
    private static func opened(_ name: [CChar], in folder: Int32) -> Int32? {
        let number = FileDescriptor.lifted(openat(folder, name, O_RDONLY | O_DIRECTORY | O_NOFOLLOW | O_CLOEXEC))
        return number < 0 ? nil : number
    }
}
