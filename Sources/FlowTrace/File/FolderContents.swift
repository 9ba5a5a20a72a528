import LibC

/// What is in a folder.
package enum FolderContents {
    /// The names of its files and folders, in no order; none if it cannot be read.
    package static func names(_ path: String) -> [String] {
        let number = FileDescriptor.lifted(open(path, O_RDONLY | O_DIRECTORY | O_CLOEXEC))
        guard number >= 0, let folder = fdopendir(number) else { return [] }
        defer { closedir(folder) }
        var names: [String] = []
        while let entry = readdir(folder) {
            names.append(
                withUnsafePointer(to: &entry.pointee.d_name) {
                    $0.withMemoryRebound(to: CChar.self, capacity: 256) { String(cString: $0) }
                })
        }
        return names
    }
}
