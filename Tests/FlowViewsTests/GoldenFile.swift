import Foundation

/// The file of a golden case, beside the tests.
struct GoldenFile {
    let url: URL

    init(_ name: String, ending: String = "txt") {
        url = URL(filePath: #filePath).deletingLastPathComponent().appending(path: "Golden/\(name).\(ending)")
    }

    /// Whether this run records: `FLOWVIZ_RECORD=1`.
    static var isRecording: Bool {
        ProcessInfo.processInfo.environment["FLOWVIZ_RECORD"] == "1"
    }

    /// What is recorded, `nil` where nothing is.
    var text: String? {
        try? String(contentsOf: url, encoding: .utf8)
    }

    func record(_ text: String) throws {
        try text.write(to: url, atomically: true, encoding: .utf8)
    }
}
