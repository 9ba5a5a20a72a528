import LibC

/// Looks up the groups of users.
package enum UserGroup {
    /// Whether a group has members other than this user and root, according to its list of members and to the primary group of
    /// each user in the system's databases. An unknown group counts as shared.
    ///
    /// - Complexity: O(*n*) in the number of the system's users.
    /// - Important: Call it on one thread at a time: the C library iterates over the databases with global state.
    package static func isShared(_ number: gid_t) -> Bool {
        guard let group = getgrgid(number) else { return true }
        var members: [String] = []
        var next = group.pointee.gr_mem
        while let name = next?.pointee {
            members.append(String(cString: name))
            next = next?.successor()
        }
        return members.contains { !isTrusted($0) } || isGroupOfOthers(number)
    }

    private static func isTrusted(_ name: String) -> Bool {
        guard let user = getpwnam(name) else { return false }
        return isTrusted(user.pointee.pw_uid)
    }

    private static func isTrusted(_ user: uid_t) -> Bool { user == geteuid() || user == 0 }

    /// Whether the group is the primary group of another user.
    private static func isGroupOfOthers(_ number: gid_t) -> Bool {
        setpwent()
        defer { endpwent() }
        while let user = getpwent() {
            if user.pointee.pw_gid == number, !isTrusted(user.pointee.pw_uid) { return true }
        }
        return false
    }
}
