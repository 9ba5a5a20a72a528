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
    /// What cannot be removed stays, and the rest goes.
    package static func remove(_ name: String, in folder: FileDescriptor) { remove(Array(name.utf8CString), in: folder.number) }

    private static func remove(_ name: [CChar], in folder: Int32) {
        var status = stat()
        guard fstatat(folder, name, &status, AT_SYMLINK_NOFOLLOW) == 0 else { return }
        guard status.st_mode & S_IFMT == S_IFDIR else {
            unlinkat(folder, name, 0)
            return
        }
        // Where a link has taken its place by now, nothing is opened.
        let inner = FileDescriptor.lifted(openat(folder, name, O_RDONLY | O_DIRECTORY | O_NOFOLLOW | O_CLOEXEC))
        if inner >= 0 {
            for inside in names(owning: fcntl(inner, F_DUPFD_CLOEXEC, 3)) { remove(inside, in: inner) }
            close(inner)
        }
        unlinkat(folder, name, AT_REMOVEDIR)
    }
}
