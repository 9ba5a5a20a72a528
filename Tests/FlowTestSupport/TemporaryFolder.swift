import Foundation

/// A folder of its own, gone with its last owner.
public final class TemporaryFolder {
    private let url: URL

    /// Makes the folder.
    public init() throws {
        url = FileManager.default.temporaryDirectory.appending(path: "flowviz-\(UUID().uuidString)")
        try FileManager.default.createDirectory(at: url, withIntermediateDirectories: true)
    }

    deinit {
        try? FileManager.default.removeItem(at: url)
    }

    /// Its path.
    public var path: String { url.path }

    /// The path of a file in it.
    public func path(_ name: String) -> String {
        url.appending(path: name).path
    }
}
