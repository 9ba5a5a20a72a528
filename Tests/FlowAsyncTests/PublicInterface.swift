import Foundation

/// What a module declares as public, as the toolchain reads it.
enum PublicInterface {
    private struct Graph: Decodable {
        struct Symbol: Decodable {
            struct Identifier: Decodable { let precise: String }
            let identifier: Identifier
            let pathComponents: [String]
        }
        let symbols: [Symbol]
    }

    /// The public members of a type, without those that `AsyncSequence` and other protocols give: `Continuation.yield(with:)`.
    static func members(of type: String, in module: String) throws -> Set<String> {
        let folder = URL.temporaryDirectory.appending(path: "flowviz-symbols-\(UUID().uuidString)")
        try FileManager.default.createDirectory(at: folder, withIntermediateDirectories: true)
        defer { try? FileManager.default.removeItem(at: folder) }
        let process = Process()
        process.executableURL = URL(filePath: "/usr/bin/env")
        #if arch(arm64)
            let target = "aarch64-unknown-linux-gnu"
        #else
            let target = "x86_64-unknown-linux-gnu"
        #endif
        process.arguments = [
            "swift", "symbolgraph-extract", "-module-name", module, "-target", target, "-I", modules, "-output-dir", folder.path,
            "-minimum-access-level", "public",
        ]
        try process.run()
        process.waitUntilExit()
        let files = try FileManager.default.contentsOfDirectory(at: folder, includingPropertiesForKeys: nil)
        let symbols = try files.flatMap { try JSONDecoder().decode(Graph.self, from: Data(contentsOf: $0)).symbols }
        return Set(
            symbols.filter { $0.pathComponents.first == type && !$0.identifier.precise.contains("::SYNTHESIZED::") }
                .map { $0.pathComponents.dropFirst().joined(separator: ".") }.filter { !$0.isEmpty })
    }

    /// Where the modules are that these tests were built with.
    private static var modules: String {
        let program = try? FileManager.default.destinationOfSymbolicLink(atPath: "/proc/self/exe")
        return URL(filePath: program ?? "").deletingLastPathComponent().appending(path: "Modules").path
    }
}
