/// The modules in which `flowviz try` compiles a file.
package enum TriedModule {
    package static let usual = "Snippet"
    /// The module of a file that runs in virtual time.
    package static let virtual = "VirtualSnippet"

    static let names: Set<String> = [usual, virtual]

    /// Whether a program is one that `flowviz try` made of a file, as `/…/flowviz/runs/run-3i788mke3nbuz/1/burst` is of `burst.swift`.
    package static func makes(_ program: String, of file: String) -> Bool {
        let folders = program.split(separator: "/").suffix(5)
        guard folders.count == 5, folders.prefix(2).elementsEqual(["flowviz", "runs"]), let name = folders.last else {
            return false
        }
        return folders.dropFirst(2).first?.hasPrefix("run-") == true
            && file.split(separator: "/").last.map { $0 == "\(name).swift" } == true
    }
}
