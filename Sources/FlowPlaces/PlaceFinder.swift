import FlowTrace

/// Finds names for the places of a trace that has none for them, and gives them to the trace's readers.
package struct PlaceFinder: Sendable {
    private let file: TraceFile
    private let symbolizer: Symbolizer
    /// The addresses that were looked up, by module.
    private var asked: [UInt32: Set<UInt64>] = [:]
    /// The reasons for what has no names or no lines, in the order of their finding.
    package private(set) var doubts: [PlaceError] = []

    package init(_ file: TraceFile, by symbolizer: Symbolizer = Symbolizer()) {
        self.file = file
        self.symbolizer = symbolizer
    }

    /// Finds names for the addresses recorded since the last call, and returns them.
    ///
    /// - Complexity: Runs a tool once for each module with new addresses, which takes up to a second.
    @discardableResult
    package mutating func findNew() -> [PlaceName] {
        let code = file.code
        var found: [PlaceName] = []
        for (number, addresses) in code.addresses.sorted(by: { $0.key < $1.key }) {
            let new = addresses.subtracting(asked[number] ?? [])
            guard !new.isEmpty, let module = code.modules[number], !module.isOfSystem else { continue }
            asked[number, default: []].formUnion(new)
            let answer = symbolizer.names(of: Array(new), in: module)
            found += answer.names
            if let doubt = answer.doubt, !doubts.contains(doubt) { doubts.append(doubt) }
        }
        file.foundNames.add(found)
        return found
    }

    /// Finds all names of a trace, before it is read.
    ///
    /// - Returns: The reasons for what has none.
    @discardableResult
    package static func complete(_ file: TraceFile) -> [PlaceError] {
        var finder = PlaceFinder(file)
        finder.findNew()
        return finder.doubts
    }
}

extension CodeModule {
    /// Whether it is a library of the system or of Swift, whose frames no place is chosen from.
    package var isOfSystem: Bool { SystemImage.isOne(name) || ["/lib", "/usr/lib"].contains(where: path.hasPrefix) }
}
