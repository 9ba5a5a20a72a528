import LibC

/// flowviz's folder in the user's cache.
enum UserCache {
    /// The path, as the XDG specification has it.
    static func folder() throws(Failure) -> String {
        if let cache = getenv("XDG_CACHE_HOME").map({ String(cString: $0) }), cache.hasPrefix("/") { return "\(cache)/flowviz" }
        guard let home = getenv("HOME").map({ String(cString: $0) }), home.hasPrefix("/") else {
            throw Failure("try builds in the user's cache, and neither XDG_CACHE_HOME nor HOME is a whole path; set one")
        }
        return "\(home)/.cache/flowviz"
    }

    /// Makes a folder, and those above it that are missing, for this user alone.
    static func makeFolder(_ path: String) throws(Failure) {
        for folder in FilePath.ancestors(of: "\(path)/").reversed() where mkdir(folder, 0o700) != 0 && errno != EEXIST {
            throw failure("\(folder): \(String(cString: strerror(errno)))")
        }
    }

    static func failure(_ reason: String) -> Failure {
        Failure("cannot keep what is built: \(reason); free some room, or let XDG_CACHE_HOME name another folder")
    }
}
