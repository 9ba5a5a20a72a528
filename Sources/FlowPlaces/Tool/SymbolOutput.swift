import FlowTrace

/// Reads the output of the tools: the address, then for each function its name and its place. The place is a line, or of
/// `llvm-symbolizer` several lines with a name each.
enum SymbolOutput {
    private static let mostFunctions = 64
    private static let longestLine = 4_096

    /// A function whose place is not complete yet.
    fileprivate struct Open {
        let name: String
        var file: String?
        var line = 0
        var column = 0
        /// The line at which the function begins.
        var start: Int?

        /// Adds a line of several; returns whether it is one.
        mutating func add(_ text: String) -> Bool {
            guard text.hasPrefix("  "), let colon = text.firstRange(of: ": ") else { return false }
            let value = text[colon.upperBound...]
            switch text[..<colon.lowerBound].dropFirst(2) {
            case "Filename": file = String(value)
            case "Function start line": start = Int(value)
            case "Line": line = max(0, Int(value) ?? 0)
            case "Column": column = max(0, Int(value) ?? 0)
            default: break
            }
            return true
        }

        /// The function; `nil` if it has no name. A part of a function after a suspension may begin with the line of the whole
        /// function, which says nothing of the call that it continues.
        var function: PlaceName.Function? {
            guard name != "??", let file else { return nil }
            let isBeginning = column == 0 && line == start && NearbyLine.wholeFunction(name) != name[...]
            return PlaceName.Function(
                name: name, file: file == "??" ? "" : file.hasPrefix("./") ? String(file.dropFirst(2)) : file,
                line: isBeginning ? 0 : line, column: column)
        }
    }

    static func functions(in output: [UInt8], _ kind: SymbolTool.Kind) -> [UInt64: [PlaceName.Function]] {
        var found: [UInt64: [PlaceName.Function]] = [:]
        var address: UInt64?
        var open: Open?
        func close() {
            if let address, let known = open?.function, found[address, default: []].count < mostFunctions {
                found[address, default: []].append(known)
            }
            open = nil
        }
        for line in output.split(separator: 0x0A, omittingEmptySubsequences: false) {
            let line = String(decoding: line.prefix(longestLine), as: UTF8.self)
            if open?.add(line) == true { continue }
            if open != nil, open?.file == nil, !line.isEmpty {
                open?.place(line, kind)
                close()
                continue
            }
            close()
            if let new = self.address(line) {
                address = new
            } else if line.isEmpty {
                address = nil
            } else if address != nil {
                open = Open(name: line)
            }
        }
        close()
        return found
    }

    private static func address(_ line: String) -> UInt64? {
        line.hasPrefix("0x") ? UInt64(line.dropFirst(2), radix: 16) : nil
    }
}

extension SymbolOutput.Open {
    /// Takes the place in one line: `FILE:LINE:COLUMN`, or `FILE:LINE`, with `?` for what is unknown, perhaps followed by words in
    /// brackets.
    fileprivate mutating func place(_ place: String, _ kind: SymbolTool.Kind) {
        var rest = place[...]
        if rest.hasSuffix(")"), let bracket = rest.lastIndex(of: "(") { rest = rest[..<bracket].dropLast() }
        column = kind == .symbolizer ? cutNumber(&rest) : 0
        line = cutNumber(&rest)
        file = String(rest)
    }

    private func cutNumber(_ text: inout Substring) -> Int {
        guard let colon = text.lastIndex(of: ":") else { return 0 }
        let number = Int(text[text.index(after: colon)...]) ?? 0
        text = text[..<colon]
        return max(0, number)
    }
}
