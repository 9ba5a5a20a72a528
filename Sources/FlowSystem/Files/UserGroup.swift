import LibC

/// The groups of users.
package enum UserGroup {
    /// Whether others than this user and root are in a group, as far as the system's databases tell: by the group's own list, or by what
    /// they have of each user. One that they do not know counts as shared.
    ///
    /// - Complexity: O(*n*) in the number of the system's users.
    /// - Important: On one thread at a time: the databases are read one after the other.
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

    /// Whether a user that is not this one has it as the first group.
    private static func isGroupOfOthers(_ number: gid_t) -> Bool {
        setpwent()
        defer { endpwent() }
        while let user = getpwent() {
            if user.pointee.pw_gid == number, !isTrusted(user.pointee.pw_uid) { return true }
        }
        return false
    }
}
