import LibC

/// Lists and removes the contents of folders; no other code does.
package enum FolderContents {
    /// The names of a folder's entries, unordered; none if it cannot be read.
    package static func names(_ path: String) -> [String] {
        let number = FileDescriptor.lifted(LibC.open(path, O_RDONLY | O_DIRECTORY | O_CLOEXEC))
        return number >= 0 ? names(owning: number).map(text) : []
    }

    private static func text(_ name: [CChar]) -> String {
        String(decoding: name.dropLast().lazy.map(UInt8.init(bitPattern:)), as: UTF8.self)
    }

    /// The names in an open folder, without `.` and `..`; a name need not be text.
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

    /// Removes an entry of a folder: a file, or a folder with all its contents. A link is removed, not followed.
    ///
    /// Entries that cannot be removed stay, as do folders of other users or file systems, with all their contents. Folders may be
    /// nested to any depth.
    package static func remove(_ name: String, in folder: FileDescriptor) {
        var status = stat()
        let name = Array(name.utf8CString)
        guard !removed(name, in: folder.number), fstat(folder.number, &status) == 0,
            let root = opened(name, in: folder.number, on: status.st_dev)
        else { return }
        empty(root, on: status.st_dev)
        unlinkat(folder.number, name, AT_REMOVEDIR)
        close(root)
    }

    /// Opens a folder inside another, regardless of its mode; `nil` if it is a link, or belongs to another user or file system.
    package static func open(_ name: String, in folder: FileDescriptor) -> FileDescriptor? {
        var status = stat()
        guard fstat(folder.number, &status) == 0,
            let number = opened(Array(name.utf8CString), in: folder.number, on: status.st_dev)
        else { return nil }
        return FileDescriptor(owning: number, path: "\(folder.path)/\(name)")
    }

    /// Empties a folder without recursion: each folder inside another is moved up into `root` before it is emptied.
    private static func empty(_ root: Int32, on device: dev_t) {
        // The program that made the folder may have changed its mode.
        fchmod(root, 0o700)
        var (left, moved) = (names(owning: fcntl(root, F_DUPFD_CLOEXEC, 3)), 0)
        while let name = left.popLast() {
            guard !removed(name, in: root), let inner = opened(name, in: root, on: device) else { continue }
            fchmod(inner, 0o700)
            for inside in names(owning: fcntl(inner, F_DUPFD_CLOEXEC, 3)) where !removed(inside, in: inner) {
                var own: [CChar]
                repeat {
                    moved += 1
                    own = Array("flowviz-\(moved)".utf8CString)
                } while exists(own, in: root)
                // Moving a folder needs write access to it.
                fchmodat(inner, inside, 0o700, AT_SYMLINK_NOFOLLOW)
                if renameat(inner, inside, root, own) == 0 { left.append(own) }
            }
            close(inner)
            unlinkat(root, name, AT_REMOVEDIR)
        }
    }

    /// Removes anything but a folder.
    ///
    /// - Returns: Whether the entry was no folder.
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

    /// Opens a folder to empty it; `nil` if it is a link, or belongs to another user or file system.
    private static func opened(_ name: [CChar], in folder: Int32, on device: dev_t) -> Int32? {
        let flags = O_RDONLY | O_DIRECTORY | O_NOFOLLOW | O_CLOEXEC
        var (number, status) = (openat(folder, name, flags), stat())
        if number < 0, errno == EACCES, fchmodat(folder, name, 0o700, AT_SYMLINK_NOFOLLOW) == 0 {
            number = openat(folder, name, flags)
        }
        number = FileDescriptor.lifted(number)
        guard number >= 0 else { return nil }
        // Root may empty any user's folder.
        guard fstat(number, &status) == 0, status.st_dev == device, [status.st_uid, 0].contains(geteuid()) else {
            close(number)
            return nil
        }
        return number
    }
}
