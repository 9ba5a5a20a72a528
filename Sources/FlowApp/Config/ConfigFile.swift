import FlowSystem
import LibC

/// Finds and reads the settings file.
package enum ConfigFile {
    /// The variable that overrides the file's path. An empty value turns the file off.
    package static let variable = "FLOWVIZ_CONFIG"

    /// The path of the file, which may not exist; `nil` if the user has turned it off.
    ///
    /// - Throws: ``Failure`` if there is no home folder.
    package static func path(_ variable: (String) -> String? = ConfigFile.variable(of:)) throws(Failure) -> String? {
        if let own = variable(ConfigFile.variable) { return own.isEmpty ? nil : own }
        return "\(try UserFolder.config.path(for: "settings are kept in the user's folder", variable))/config.toml"
    }

    /// The value of an environment variable.
    static func variable(of name: String) -> String? { getenv(name).map { String(cString: $0) } }
}

extension Config {
    /// The configuration of this process.
    package static func ofUser(_ variable: (String) -> String? = ConfigFile.variable(of:)) -> Config {
        // A user without a home folder has no settings file, which is not an error.
        guard let path = try? ConfigFile.path(variable) else { return Config(nil, file: "", variable: variable) }
        switch ConfigFile.read(path) {
        case .success(let text): return Config(text, file: path, variable: variable)
        case .failure(let problem):
            var config = Config(nil, file: path, variable: variable)
            // A missing file is an error only if the user has named it.
            if variable(ConfigFile.variable) != nil || problem.exists { config.report(problem.what, in: path) }
            return config
        }
    }
}

extension Config {
    /// The configuration of this process for pictures. `NO_COLOR` is ignored, since it concerns terminals.
    package static func ofPictures() -> Config { ofUser { $0 == "NO_COLOR" ? nil : ConfigFile.variable(of: $0) } }
}

extension ConfigFile {
    /// The reason why the file could not be read.
    struct Unreadable: Error {
        let what: String
        /// Whether the file exists and is unreadable, as opposed to missing.
        let exists: Bool
    }

    static func read(_ path: String) -> Result<ConfigText, Unreadable> {
        do throws(InputFile.Unreadable) {
            return .success(ConfigText(try InputFile.bytes(path, limit: ConfigText.limit), file: path))
        } catch {
            let hint = error.isMissing ? "'flowviz config --init' writes one" : "name a file of text"
            return .failure(Unreadable(what: "cannot be read: \(error.reason); \(hint)", exists: !error.isMissing))
        }
    }
}
