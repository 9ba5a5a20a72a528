import FlowScreen
import FlowViews

@testable import FlowApp

/// Keys that no command has by default.
enum MovedKeys {
    /// For each command, a letter that appears nowhere else on a screen.
    static let all = Dictionary(
        uniqueKeysWithValues: Command.all.enumerated().compactMap { index, command in
            Unicode.Scalar(UInt32(0x531 + index + (index >= 38 ? 0x561 - 0x531 - 38 : 0))).map {
                (command, [Key.character(Character($0))])
            }
        })

    /// The settings with these keys, as the file has them.
    static func config(_ keys: [Command: [Key]] = all) -> Config {
        Config(
            text: "[keys]\n"
                + keys.map { "\($0.key.name) = \(ConfigPage.value(of: $0.value).written)" }.sorted().joined(separator: "\n"))
    }
}

extension Config {
    /// The settings of a file called `c`, and of variables.
    init(text: String, _ variables: [String: String] = [:]) {
        self.init(ConfigText(Array(text.utf8), file: "c"), file: "c") { variables[$0] }
    }
}
