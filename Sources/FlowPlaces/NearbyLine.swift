import FlowTrace

/// Finds the lines of code to which the compiler has given line 0, such as the call that begins a `for await`.
///
/// The next row of the line table with a line, in the same function, is that of the same statement: what follows the call is its
/// result's use. A function that suspends continues in the parts of its name that follow it.
enum NearbyLine {
    /// The most bytes away in each direction.
    private static let ahead: UInt64 = 512
    private static let behind: UInt64 = 256
    /// The most places that are searched around.
    private static let mostPlaces = 512

    static func complete(
        _ found: inout [UInt64: [PlaceName.Function]], by tool: SymbolTool, in file: FileDescriptor
    ) throws(ToolRun.Failed) {
        let places = found.filter { $0.value.contains(where: lacksLine) }.keys.sorted().prefix(mostPlaces)
        let asked = Set(places.flatMap { ahead(of: $0) + behind($0) }).subtracting(found.keys)
        guard !asked.isEmpty else { return }
        let nearby = try tool.functions(at: asked.sorted(), in: file).merging(found) { $1 }
        for place in places {
            found[place] = found[place]?.map { function in
                guard lacksLine(function) else { return function }
                return (ahead(of: place) + behind(place)).lazy.compactMap { line(of: function, in: nearby[$0]) }.first ?? function
            }
        }
    }

    private static func lacksLine(_ function: PlaceName.Function) -> Bool { function.line == 0 && !function.file.isEmpty }

    private static func line(of function: PlaceName.Function, in others: [PlaceName.Function]?) -> PlaceName.Function? {
        let base = wholeFunction(function.name)
        guard let other = others?.first(where: { $0.line > 0 && wholeFunction($0.name) == base }) else { return nil }
        return PlaceName.Function(name: function.name, file: other.file, line: other.line, column: other.column)
    }

    /// The addresses after an address, the nearest first; the first ones are close together.
    private static func ahead(of address: UInt64) -> [UInt64] {
        distances(upTo: ahead).map { address.addingReportingOverflow($0) }.filter { !$0.overflow }.map(\.partialValue)
    }

    private static func behind(_ address: UInt64) -> [UInt64] {
        distances(upTo: behind).filter { $0 < address }.map { address - $0 }
    }

    private static func distances(upTo limit: UInt64) -> [UInt64] {
        Array(stride(from: 1, to: 32, by: 1)) + stride(from: 32, through: limit, by: 4)
    }

    /// The mangled name without the number of a part between two suspensions: `TY0_` or `TQ1_`.
    static func wholeFunction(_ name: String) -> Substring {
        guard name.hasSuffix("_") else { return name[...] }
        let rest = name.dropLast()
        let digits = rest.reversed().prefix { ("0"..."9").contains($0) }.count
        let base = rest.dropLast(digits)
        return base.hasSuffix("TY") || base.hasSuffix("TQ") ? base.dropLast(2) : name[...]
    }
}
