import FlowTrace
import LibC

/// The folders that flowviz has among a user's own, where the XDG base directory specification puts them.
package enum UserFolder: String, CaseIterable {
    /// What can be made anew.
    case cache = "XDG_CACHE_HOME"
    /// What the user has written.
    case config = "XDG_CONFIG_HOME"
    /// What is kept from one run to the next.
    case state = "XDG_STATE_HOME"

    private var standard: String {
        switch self {
        case .cache: ".cache"
        case .config: ".config"
        case .state: ".local/state"
        }
    }

    /// The path of the folder, which need not be there.
    ///
    /// - Parameters:
    ///   - purpose: What it is for, as the message says where there is none: "try builds in the user's cache".
    ///   - variable: The value of a variable of the process. A path that is not whole counts as none, as the specification has it.
    /// - Throws: ``Failure`` where neither the folder's own variable nor `HOME` is a whole path.
    package func path(
        for purpose: String, _ variable: (String) -> String? = { getenv($0).map { String(cString: $0) } }
    ) throws(Failure) -> String {
        if let own = variable(rawValue), own.hasPrefix("/") { return "\(own)/flowviz" }
        guard let home = variable("HOME"), home.hasPrefix("/") else {
            throw Failure("\(purpose), and neither \(rawValue) nor HOME is a whole path; set one")
        }
        return "\(home)/\(standard)/flowviz"
    }

    /// Makes a folder for this user alone, with any missing folder above it, or takes the existing one.
    ///
    /// flowviz's folder and those in it have to be this user's alone: what is found there is trusted. Those above it are the user's choice,
    /// links too. Settings are only read, and run nothing: their folder may be a link into a folder that others read.
    ///
    /// - Parameters:
    ///   - folder: flowviz's folder, as ``path(for:_:)`` has it.
    ///   - names: Those in it, one in the other.
    /// - Returns: The path of the last.
    /// - Throws: ``Failure`` that says what could not be kept: "what is built".
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

    /// Whether there is a folder at a path, which is this user's alone then.
    ///
    /// - Throws: ``Failure`` where what is there is not.
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
