import FlowSystem

/// What `try` builds, in the user's cache.
enum BuildCache {
    /// Where it is, whether it is there or not.
    private static func path() throws(Failure) -> String { try UserFolder.cache.path(for: "try builds in the user's cache") }

    /// Makes a folder in it, with those above, or takes the one that is there; each is this user's alone.
    ///
    /// - Returns: Its path.
    /// - Throws: ``Failure`` where it cannot be made, or is not this user's alone.
    static func folder(_ names: String...) throws(Failure) -> String {
        try UserFolder.cache.make(path(), names, for: "what is built")
    }

    static func failure(_ reason: String) -> Failure { UserFolder.cache.failure(reason, keeping: "what is built") }
}
