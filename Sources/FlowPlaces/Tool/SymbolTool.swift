import FlowSystem
import FlowTrace
import LibC

/// A tool that finds functions and lines of addresses: `llvm-symbolizer` or `addr2line`.
package struct SymbolTool: Hashable, Sendable {
    package enum Kind: String, CaseIterable, Sendable {
        case symbolizer = "llvm-symbolizer"
        case addr2line
    }

    package let kind: Kind
    package let path: String

    /// The most addresses of one run.
    private static let batch = 8_192

    package init(_ kind: Kind, at path: String) {
        self.kind = kind
        self.path = path
    }

    /// The tool of this machine: `llvm-symbolizer` of the folders of `PATH`, or the one beside `swift`, or else `addr2line`.
    package static func found(path: String? = getenv("PATH").map { String(cString: $0) }) -> SymbolTool? {
        let folders = (path ?? "").split(separator: ":").map(String.init).filter { $0.hasPrefix("/") }
        let first = { (name: String) -> String? in folders.map { "\($0)/\(name)" }.first { access($0, X_OK) == 0 } }
        if let path = first(Kind.symbolizer.rawValue) { return SymbolTool(.symbolizer, at: path) }
        let folder = first("swift").flatMap(FilePath.resolved).map { $0.split(separator: "/").dropLast().joined(separator: "/") }
        if let path = folder.map({ "/\($0)/\(Kind.symbolizer.rawValue)" }), access(path, X_OK) == 0 {
            return SymbolTool(.symbolizer, at: path)
        }
        return first(Kind.addr2line.rawValue).map { SymbolTool(.addr2line, at: $0) }
    }

    /// The functions at addresses, the innermost first; an address without a name has none.
    func functions(at addresses: [UInt64], in file: FileDescriptor) throws(ToolRun.Failed) -> [UInt64: [PlaceName.Function]] {
        var found: [UInt64: [PlaceName.Function]] = [:]
        for start in stride(from: 0, to: addresses.count, by: SymbolTool.batch) {
            let batch = addresses[start..<min(start + SymbolTool.batch, addresses.count)]
            let output = try ToolRun.output(of: words + batch.map { "0x\(String($0, radix: 16))" }, on: file)
            found.merge(SymbolOutput.functions(in: output, kind)) { $1 }
        }
        return found
    }

    private var words: [String] {
        switch kind {
        case .symbolizer:
            [
                path, "--obj=\(ToolRun.filePath)", "--functions=linkage", "--inlines", "--no-demangle", "--print-address",
                "--verbose",
            ]
        case .addr2line: [path, "-f", "-i", "-a", "-e", ToolRun.filePath]
        }
    }
}
