import FlowTrace
import LibC

/// The user's folders for flowviz, as the XDG base directory specification places them.
package enum UserFolder: String, CaseIterable {
    /// Files that can be rebuilt.
    case cache = "XDG_CACHE_HOME"
    /// Files that the user has written.
    case config = "XDG_CONFIG_HOME"
    /// Files that flowviz keeps from one run to the next.
    case state = "XDG_STATE_HOME"

    private var standard: String {
        switch self {
        case .cache: ".cache"
        case .config: ".config"
        case .state: ".local/state"
        }
    }

    /// The path of the folder, which may not exist yet.
    ///
    /// - Parameters:
    ///   - purpose: The use of the folder, for the error message: "try builds in the user's cache".
    ///   - variable: Looks up an environment variable. A relative path counts as unset, as the specification demands.
    /// - Throws: ``Failure`` if neither the folder's own variable nor `HOME` is an absolute path.
    package func path(
        for purpose: String, _ variable: (String) -> String? = { getenv($0).map { String(cString: $0) } }
    ) throws(Failure) -> String {
        if let own = variable(rawValue), own.hasPrefix("/") { return "\(own)/flowviz" }
        guard let home = variable("HOME"), home.hasPrefix("/") else {
            throw Failure("\(purpose), and neither \(rawValue) nor HOME is an absolute path; set one")
        }
        return "\(home)/\(standard)/flowviz"
    }

    /// Makes sure that a folder and all folders above it exist, and that only this user can access the folder.
    ///
    /// flowviz trusts the files in its folder, so the folder and its subfolders must be private to this user. The folders above
    /// it are the user's choice and may be links. Settings are only read and run nothing, so their folder may be a link, even to
    /// a folder that other users can read.
    ///
    /// - Parameters:
    ///   - folder: flowviz's folder, from ``path(for:_:)``.
    ///   - names: Nested subfolders, outermost first.
    ///   - kept: The kept files, in the words of the error message: "what is built".
    /// - Returns: The path of the innermost folder.
    /// - Throws: ``Failure`` if a folder cannot be made, or is not private.
    @discardableResult
    package func make(_ folder: String, _ names: [String] = [], for kept: String) throws(Failure) -> String {
        for above in FilePath.ancestors(of: folder).reversed() { try makeFolder(above, for: kept) }
        var path = folder
        for name in [nil] + names {
            if let name { path += "/\(name)" }
            try makeFolder(path, for: kept)
            if self != .config { try check(path) }
        }
        return path
    }

    /// Whether there is a folder at `path`, private to this user.
    ///
    /// - Throws: ``Failure`` if there is something else, or the folder is not private.
    @discardableResult
    package func check(_ path: String) throws(Failure) -> Bool {
        var status = stat()
        guard lstat(path, &status) == 0 else { return false }
        do {
            try PrivateFolder.check(path)
        } catch {
            throw Failure("\(error), or let \(rawValue) name another folder")
        }
        return true
    }

    private func makeFolder(_ path: String, for kept: String) throws(Failure) {
        guard mkdir(path, 0o700) == 0 || errno == EEXIST else {
            throw failure("\(path): \(String(cString: strerror(errno)))", keeping: kept)
        }
    }

    package func failure(_ reason: String, keeping kept: String) -> Failure {
        Failure("cannot keep \(kept): \(reason); free some room, or let \(rawValue) name another folder")
    }
}
