import Foundation

/// The public declarations of a module, as the toolchain reads them.
struct PublicInterface {
    struct Symbol: Decodable, Hashable {
        struct Identifier: Decodable, Hashable { let precise: String }
        struct Kind: Decodable, Hashable { let identifier: String }
        let identifier: Identifier
        let kind: Kind
        let pathComponents: [String]
    }

    private struct Graph: Decodable { let symbols: [Symbol] }

    let symbols: [Symbol]

    /// - Parameter module: Its name; the module is part of these tests' build, or of the toolchain.
    init(of module: String) throws {
        let folder = URL.temporaryDirectory.appending(path: "flowviz-symbols-\(UUID().uuidString)")
        try FileManager.default.createDirectory(at: folder, withIntermediateDirectories: true)
        defer { try? FileManager.default.removeItem(at: folder) }
        #if arch(arm64)
            let target = "aarch64-unknown-linux-gnu"
        #else
            let target = "x86_64-unknown-linux-gnu"
        #endif
        _ = try Toolchain.run(
            [
                "swift", "symbolgraph-extract", "-module-name", module, "-target", target, "-output-dir", folder.path,
                "-minimum-access-level", "public",
            ] + Toolchain.moduleFlags)
        let files = try FileManager.default.contentsOfDirectory(at: folder, includingPropertiesForKeys: nil)
        symbols = try files.flatMap { try JSONDecoder().decode(Graph.self, from: Data(contentsOf: $0)).symbols }
            .filter { !$0.identifier.precise.contains("::SYNTHESIZED::") }
    }

    /// The public members of a type, except the ones of `AsyncSequence` and other protocols: `Continuation.yield(with:)`.
    static func members(of type: String, in module: String) throws -> Set<String> {
        Set(
            try PublicInterface(of: module).symbols.filter { $0.pathComponents.first == type }
                .map { $0.pathComponents.dropFirst().joined(separator: ".") }.filter { !$0.isEmpty })
    }

    /// The names of types and protocols that are visible to a file that imports the module.
    var names: Set<String> {
        Set(
            symbols.filter { $0.pathComponents.count == 1 && !$0.kind.identifier.hasPrefix("swift.func") }
                .map { $0.pathComponents[0] })
    }

    /// The module's additions to types and protocols of these names, without the labels of parameters.
    func functions(of types: Set<String>) -> Set<String> {
        Set(
            symbols.filter {
                $0.pathComponents.count == 2 && types.contains($0.pathComponents[0]) && $0.kind.identifier == "swift.method"
            }.map { String($0.pathComponents[1].prefix { $0 != "(" }) })
    }

    /// The functions and methods that take the source location of their call, without the labels of their parameters.
    var placed: Set<String> {
        Set(
            symbols.compactMap(\.pathComponents.last).filter { $0.contains("fileID:line:") }.map {
                String($0.prefix { $0 != "(" })
            })
    }

    /// The module's functions, without the labels of their parameters.
    var functions: Set<String> {
        Set(
            symbols.filter { $0.pathComponents.count == 1 && $0.kind.identifier == "swift.func" }
                .map { String($0.pathComponents[0].prefix { $0 != "(" }) })
    }
}

/// The compiler, with the modules that these tests were built with.
enum Toolchain {
    /// The compiler's errors for a module with these files; none if it compiles.
    static func errors(in files: [String: String], _ flags: [String] = []) throws -> [String] {
        let folder = URL.temporaryDirectory.appending(path: "flowviz-guest-\(UUID().uuidString)")
        try FileManager.default.createDirectory(at: folder, withIntermediateDirectories: true)
        defer { try? FileManager.default.removeItem(at: folder) }
        for (name, text) in files { try Data(text.utf8).write(to: folder.appending(path: name)) }
        let paths = files.keys.sorted().map { folder.appending(path: $0).path }
        let output = try run(
            ["swiftc", "-typecheck", "-diagnostic-style=llvm", "-module-name", "Guest"] + moduleFlags + flags + paths)
        return output.split(separator: "\n").map { String($0).replacing("\(folder.path)/", with: "") }.filter {
            $0.contains("error:")
        }
    }

    /// Runs a tool of the toolchain.
    ///
    /// - Returns: Its output.
    static func run(_ words: [String]) throws -> String {
        let process = Process()
        let pipe = Pipe()
        process.executableURL = URL(filePath: "/usr/bin/env")
        process.arguments = words
        process.standardOutput = pipe
        process.standardError = pipe
        try process.run()
        let output = try pipe.fileHandleForReading.readToEnd() ?? Data()
        process.waitUntilExit()
        return String(decoding: output, as: UTF8.self)
    }

    static var moduleFlags: [String] {
        let maps = (try? FileManager.default.contentsOfDirectory(at: products, includingPropertiesForKeys: nil)) ?? []
        let files = maps.map { $0.appending(path: "module.modulemap").path }.filter(FileManager.default.fileExists)
        return ["-I", products.appending(path: "Modules").path] + files.flatMap { ["-Xcc", "-fmodule-map-file=\($0)"] }
    }

    /// The folder in which these tests were built.
    private static var products: URL {
        let program = try? FileManager.default.destinationOfSymbolicLink(atPath: "/proc/self/exe")
        return URL(filePath: program ?? "").deletingLastPathComponent()
    }
}
