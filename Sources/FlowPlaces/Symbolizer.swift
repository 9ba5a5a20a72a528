import FlowTrace

/// Finds the names of return addresses in the images of a traced program.
package struct Symbolizer: Sendable {
    /// The tool; `nil` on a machine without one.
    package let tool: SymbolTool?

    /// The most addresses of an image.
    private static let mostAddresses = 1 << 16

    package init(tool: SymbolTool? = SymbolTool.found()) { self.tool = tool }

    /// The names of addresses of one image, and the reason for what is missing.
    package struct Answer: Sendable {
        package var names: [PlaceName] = []
        package var doubt: PlaceError?
    }

    /// Asks for the names of return addresses. An address without a name is left out.
    package func names(of addresses: [UInt64], in module: CodeModule) -> Answer {
        let addresses = Set(addresses.filter { $0 > 0 }.sorted().prefix(Symbolizer.mostAddresses))
        do {
            let (file, elf) = try module.opened()
            let (found, doubt) = found(Set(addresses.map { $0 - 1 }).sorted(), in: file, elf, of: module)
            let names = addresses.sorted().compactMap { address in
                found[address - 1].map { PlaceName(module: module.number, address: address, functions: $0) }
            }
            return Answer(names: names, doubt: doubt)
        } catch {
            return Answer(doubt: error)
        }
    }

    private typealias Found = [UInt64: [PlaceName.Function]]

    private func found(
        _ addresses: [UInt64], in file: FileDescriptor, _ elf: ELFFile, of module: CodeModule
    ) -> (Found, PlaceError?) {
        var found: Found = [:]
        var doubt: PlaceError?
        if let tool {
            do {
                found = try tool.functions(at: addresses, in: file)
                try NearbyLine.complete(&found, by: tool, in: file)
            } catch {
                doubt = .failedTool(module.name, tool: tool.kind.rawValue)
            }
        } else {
            doubt = .noTool(module.name)
        }
        let missing = addresses.filter { found[$0] == nil }
        let symbols = missing.isEmpty ? [:] : ELFSymbols.names(of: missing, in: elf)
        for (address, symbol) in symbols { found[address] = [PlaceName.Function(name: symbol)] }
        if found.isEmpty, !addresses.isEmpty { doubt = .noSymbols(module.name) }
        return (found, doubt)
    }
}
