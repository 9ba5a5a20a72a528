/// The names that a reader has found for addresses in a trace, in the order of their finding. They join those in the file.
public final class FoundNames: Sendable {
    private let names = LockedBox<[PlaceName]>([])

    init() {}

    /// Adds names. Readers of the trace get them with their next records.
    public func add(_ new: [PlaceName]) { names.withLock { $0 += new } }

    /// The names after the first `count`.
    public func names(after count: Int) -> ArraySlice<PlaceName> { names.withLock { $0[min(count, $0.count)...] } }
}

/// The code of a trace's stacks: what a reader needs to find names.
public struct TracedCode: Sendable {
    public internal(set) var modules: [UInt32: CodeModule] = [:]
    /// The return addresses in the stacks by module, except the addresses that have names in the file.
    public internal(set) var addresses: [UInt32: Set<UInt64>] = [:]

    /// The most modules and addresses read; only a damaged trace has more.
    private static let mostModules = 4_096
    private static let mostAddresses = 1 << 16

    private var named: [UInt32: Set<UInt64>] = [:]

    mutating func add(_ item: MetadataItem) {
        switch item {
        case .module(let module):
            if modules.count < TracedCode.mostModules { modules[module.number] = module }
        case .stack(let stack):
            for frame in stack.frames where frame.module > 0 && named[frame.module]?.contains(frame.address) != true {
                guard addresses[frame.module, default: []].count < TracedCode.mostAddresses else { continue }
                addresses[frame.module, default: []].insert(frame.address)
            }
        case .placeName(let name):
            named[name.module, default: []].insert(name.address)
            addresses[name.module]?.remove(name.address)
        case .node, .edge, .typeName, .command, .end, .retained, .over, .testEnd: break
        }
    }
}
