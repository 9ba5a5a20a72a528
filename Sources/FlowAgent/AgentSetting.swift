import FlowCore
import FlowTrace

/// What the variable `FLOWVIZ` asks for.
public enum AgentSetting: Equatable, Sendable {
    /// Nothing.
    case off
    /// `1[,size=BYTES][,values=all]`: record into a ring that `flowviz attach` watches.
    case socket(size: Int, values: TracedValues)
    /// `file:PATH[,size=BYTES][,ring][,values=all]`: record into a file.
    case file(path: String, options: TraceFileOptions, values: TracedValues)

    /// So many bytes of a description are written down where all values are.
    public static let descriptionLimit = 256

    /// The size of the ring that viewers watch, in bytes, where none is given: some two million records. It lies in memory on most systems.
    public static let ringSize = 64 << 20

    private struct Options {
        var size: Int?
        var isRing = false
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
            guard rest == "1", !options.isRing else { throw .unknown(value) }
            self = .socket(size: options.size ?? AgentSetting.ringSize, values: options.values)
            return
        }
        guard !path.isEmpty else { throw .noPath }
        let file = TraceFileOptions(size: options.size ?? TraceFileOptions.defaultSize, isRing: options.isRing)
        self = .file(path: path, options: file, values: options.values)
    }

    /// Takes `ring`, `size=N` or `values=all`; what is none of these belongs to a path that has a comma in it.
    private static func take(_ option: Substring, into options: inout Options) throws(AgentSettingError) -> Bool {
        if option == "ring" {
            options.isRing = true
            return true
        }
        if let word = text(of: option, after: "values=") {
            guard let values = values(word) else { throw .values(word) }
            options.values = values
            return true
        }
        guard let text = text(of: option, after: "size=") else { return false }
        guard let size = ByteCount(text) else { throw .size(text) }
        options.size = size.bytes
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
