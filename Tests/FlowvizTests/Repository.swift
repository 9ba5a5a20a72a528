import Foundation

/// The files of the package that tests read.
enum Repository {
    /// The package's folder.
    static let root = URL(filePath: #filePath).deletingLastPathComponent().deletingLastPathComponent().deletingLastPathComponent()

    /// A file's text.
    static func text(_ path: String) throws -> String {
        try String(contentsOf: root.appending(path: path), encoding: .utf8)
    }

    /// The Swift files below a folder, as paths from the package's folder.
    static func swiftFiles(in folder: String) -> [String] {
        files(in: folder, endingIn: ["swift"])
    }

    /// The files below a folder with these extensions, as paths from the package's folder.
    static func files(in folder: String, endingIn ends: [String]) -> [String] {
        let files = FileManager.default.enumerator(atPath: root.appending(path: folder).path)
        let names = (files?.compactMap { $0 as? String } ?? []).filter { name in ends.contains { name.hasSuffix(".\($0)") } }
        return names.map { "\(folder)/\($0)" }.sorted()
    }
}
