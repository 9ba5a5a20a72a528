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
            [path, "--obj=\(ToolRun.filePath)", "--functions=linkage", "--inlines", "--no-demangle", "--print-address"]
        case .addr2line: [path, "-f", "-i", "-a", "-e", ToolRun.filePath]
        }
    }
}

/// Reads the output of the tools: the address, then a pair of lines for each function, its name and its place.
enum SymbolOutput {
    private static let mostFunctions = 64
    private static let longestLine = 4_096

    static func functions(in output: [UInt8], _ kind: SymbolTool.Kind) -> [UInt64: [PlaceName.Function]] {
        var found: [UInt64: [PlaceName.Function]] = [:]
        var address: UInt64?
        var name: String?
        for line in output.split(separator: 0x0A, omittingEmptySubsequences: false) {
            let line = String(decoding: line.prefix(longestLine), as: UTF8.self)
            if let new = self.address(line), name == nil {
                address = new
            } else if line.isEmpty {
                (address, name) = (nil, nil)
            } else if let address {
                guard let function = name else {
                    name = line
                    continue
                }
                name = nil
                let known = self.function(function, at: line, kind)
                if let known, found[address, default: []].count < mostFunctions { found[address, default: []].append(known) }
            }
        }
        return found
    }

    private static func address(_ line: String) -> UInt64? {
        line.hasPrefix("0x") ? UInt64(line.dropFirst(2), radix: 16) : nil
    }

    /// - Parameter place: `FILE:LINE:COLUMN`, or `FILE:LINE`, with `?` for what is unknown, perhaps followed by words in brackets.
    private static func function(_ name: String, at place: String, _ kind: SymbolTool.Kind) -> PlaceName.Function? {
        guard name != "??" else { return nil }
        var file = place[...]
        if file.hasSuffix(")"), let bracket = file.lastIndex(of: "(") { file = file[..<bracket].dropLast() }
        let column = kind == .symbolizer ? cutNumber(&file) : 0
        let line = cutNumber(&file)
        return PlaceName.Function(name: name, file: file == "??" ? "" : String(file), line: line, column: column)
    }

    private static func cutNumber(_ text: inout Substring) -> Int {
        guard let colon = text.lastIndex(of: ":") else { return 0 }
        let number = Int(text[text.index(after: colon)...]) ?? 0
        text = text[..<colon]
        return max(0, number)
    }
}
