import FlowCore
import FlowTrace

/// What the variable `FLOWVIZ` asks for.
public enum AgentSetting: Equatable, Sendable {
    /// Nothing.
    case off
    /// `1[,values=all]`: record into a ring that `flowviz attach` watches.
    case socket(values: TracedValues)
    /// `file:PATH[,size=BYTES][,ring][,values=all]`: record into a file.
    case file(path: String, options: TraceFileOptions, values: TracedValues)

    /// So many bytes of a description are written down where all values are.
    public static let descriptionLimit = 256

    private struct Options {
        var file = TraceFileOptions()
        var values = TracedValues.basic
    }

    /// Reads the value of the variable.
    ///
    /// - Throws: ``AgentSettingError`` for a value that says none of these.
    public init(_ value: String?) throws(AgentSettingError) {
        guard let value, !value.isEmpty, value != "0" else {
            self = .off
            return
        }
        guard value == "1" || value.hasPrefix("1,") || value.hasPrefix("file:") else { throw .unknown(value) }
        var options = Options()
        var parts = value.split(separator: ",", omittingEmptySubsequences: false)[...]
        while let last = parts.last, parts.count > 1, try AgentSetting.take(last, into: &options) { parts.removeLast() }
        let rest = parts.joined(separator: ",")
        guard let path = AgentSetting.text(of: rest, after: "file:") else {
            guard rest == "1", options.file == TraceFileOptions() else { throw .unknown(value) }
            self = .socket(values: options.values)
            return
        }
        guard !path.isEmpty else { throw .noPath }
        self = .file(path: path, options: options.file, values: options.values)
    }

    /// Takes `ring`, `size=N` or `values=all`; what is none of these belongs to a path that has a comma in it.
    private static func take(_ option: Substring, into options: inout Options) throws(AgentSettingError) -> Bool {
        if option == "ring" {
            options.file.isRing = true
            return true
        }
        if let word = text(of: option, after: "values=") {
            guard let values = values(word) else { throw .values(word) }
            options.values = values
            return true
        }
        guard let text = text(of: option, after: "size=") else { return false }
        guard let size = ByteCount(text) else { throw .size(text) }
        options.file.size = size.bytes
        return true
    }

    private static func values(_ word: String) -> TracedValues? {
        switch word {
        case "all": .all(limit: descriptionLimit)
        case "basic": .basic
        default: nil
        }
    }

    private static func text(of option: some StringProtocol, after name: String) -> String? {
        option.hasPrefix(name) ? String(option.dropFirst(name.count)) : nil
    }
}
