import FlowScreen
import FlowViews

/// Keys by the names that the table gives them.
enum KeyName {
    /// The key of a name.
    static func key(_ name: String) -> Key? {
        all.first { $0.key.name == name }?.key ?? (name.count == 1 ? .character(Character(name)) : nil)
    }

    /// Every key of the table with its command, except the aliases of `+` and `q`.
    static let all: [(key: Key, command: Command, binding: KeyBinding)] = KeyTable.standard.bindings.flatMap { binding in
        binding.pairs.filter { $0.key != "=" && $0.key != .control("c") }.map { ($0.key, $0.value, binding) }
    }

    /// The overlays of a scenario, and their keys; only a tried program has an output.
    static let overlays: [(overlay: OverlayKey, key: Key)] = OverlayKey.allCases.filter { $0 != .output }.compactMap { overlay in
        KeyTable.standard.key(of: .open(overlay)).map { (overlay, $0) }
    }
}
