/// What `try` builds, in the user's cache.
enum BuildCache {
    static func folder() throws(Failure) -> String { try UserFolder.cache.path(for: "try builds in the user's cache") }

    static func makeFolder(_ path: String) throws(Failure) { try UserFolder.cache.make(path, for: "what is built") }

    static func failure(_ reason: String) -> Failure { UserFolder.cache.failure(reason, keeping: "what is built") }
}
