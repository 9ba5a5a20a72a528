/// The modules in which `flowviz try` compiles a file.
package enum TriedModule {
    package static let usual = "Snippet"
    /// The module of a file that runs in virtual time.
    package static let virtual = "VirtualSnippet"

    static let names: Set<String> = [usual, virtual]
}
