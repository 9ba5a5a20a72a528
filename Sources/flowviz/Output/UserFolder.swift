import LibC

/// The folders that flowviz has among a user's own, where the XDG base directory specification puts them.
enum UserFolder: String, CaseIterable {
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
    func path(
        for purpose: String, _ variable: (String) -> String? = { getenv($0).map { String(cString: $0) } }
    ) throws(Failure) -> String {
        if let own = variable(rawValue), own.hasPrefix("/") { return "\(own)/flowviz" }
        guard let home = variable("HOME"), home.hasPrefix("/") else {
            throw Failure("\(purpose), and neither \(rawValue) nor HOME is a whole path; set one")
        }
        return "\(home)/\(standard)/flowviz"
    }

    /// Makes a folder, and those above it that are missing, for this user alone.
    ///
    /// - Throws: ``Failure`` that says what could not be kept: "what is built".
    func make(_ path: String, for kept: String) throws(Failure) {
        for folder in FilePath.ancestors(of: "\(path)/").reversed() where mkdir(folder, 0o700) != 0 && errno != EEXIST {
            throw failure("\(folder): \(String(cString: strerror(errno)))", keeping: kept)
        }
    }

    func failure(_ reason: String, keeping kept: String) -> Failure {
        Failure("cannot keep \(kept): \(reason); free some room, or let \(rawValue) name another folder")
    }
}
