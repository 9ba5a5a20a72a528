import FlowSystem
import LibC

/// The file of settings: where it is, and what it says.
package enum ConfigFile {
    /// The variable that names another file; an empty one names none.
    package static let variable = "FLOWVIZ_CONFIG"

    /// The path of the file, which need not be there; `nil` where there is none by the user's wish.
    ///
    /// - Throws: ``Failure`` where there is no home to look in.
    package static func path(_ variable: (String) -> String? = ConfigFile.variable(of:)) throws(Failure) -> String? {
        if let own = variable(ConfigFile.variable) { return own.isEmpty ? nil : own }
        return "\(try UserFolder.config.path(for: "settings are kept in the user's folder", variable))/config.toml"
    }

    /// The value of a variable of the process.
    static func variable(of name: String) -> String? { getenv(name).map { String(cString: $0) } }
}

extension Config {
    /// What is in force for this process.
    package static func ofUser(_ variable: (String) -> String? = ConfigFile.variable(of:)) -> Config {
        // Without a home there is no file; that matters to nobody who has none.
        guard let path = try? ConfigFile.path(variable) else { return Config(nil, file: "", variable: variable) }
        switch ConfigFile.read(path) {
        case .success(let text): return Config(text, file: path, variable: variable)
        case .failure(let problem):
            var config = Config(nil, file: path, variable: variable)
            // One that nobody has named need not be there.
            if variable(ConfigFile.variable) != nil || problem.isAmiss { config.report(problem.what, in: path) }
            return config
        }
    }
}

extension Config {
    /// The same for pictures, which are on no terminal: `NO_COLOR` is not about them.
    package static func ofPictures() -> Config { ofUser { $0 == "NO_COLOR" ? nil : ConfigFile.variable(of: $0) } }
}

extension ConfigFile {
    /// Why a file could not be read.
    struct Unreadable: Error {
        let what: String
        /// Whether there is something that could not be read.
        let isAmiss: Bool
    }

    static func read(_ path: String) -> Result<ConfigText, Unreadable> {
        do throws(InputFile.Unreadable) {
            return .success(ConfigText(try InputFile.bytes(path, limit: ConfigText.limit), file: path))
        } catch {
            let hint = error.isMissing ? "'flowviz config --init' writes one" : "name a file of text"
            return .failure(Unreadable(what: "cannot be read: \(error.reason); \(hint)", isAmiss: !error.isMissing))
        }
    }
}
