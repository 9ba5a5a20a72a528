import FlowTrace

/// What the variable `FLOWVIZ` asks for.
public enum AgentSetting: Equatable, Sendable {
    /// Nothing.
    case off
    /// `1`: record into a ring that `flowviz attach` watches.
    case socket
    /// `file:PATH[,size=BYTES][,ring]`: record into a file.
    case file(path: String, options: TraceFileOptions)

    /// Reads the value of the variable.
    ///
    /// - Throws: ``AgentSettingError`` for a value that says none of these.
    public init(_ value: String?) throws(AgentSettingError) {
        switch value {
        case nil, "", "0": self = .off
        case "1": self = .socket
        case let value?:
            guard value.hasPrefix("file:") else { throw .unknown(value) }
            var parts = value.dropFirst(5).split(separator: ",", omittingEmptySubsequences: false)[...]
            var options = TraceFileOptions()
            while let last = parts.last, parts.count > 1, try AgentSetting.take(last, into: &options) { parts.removeLast() }
            guard let first = parts.first, !first.isEmpty else { throw .noPath }
            self = .file(path: parts.joined(separator: ","), options: options)
        }
    }

    /// Takes `ring` or `size=N`; what is neither belongs to a path that has a comma in it.
    private static func take(_ option: Substring, into options: inout TraceFileOptions) throws(AgentSettingError) -> Bool {
        if option == "ring" {
            options.isRing = true
            return true
        }
        guard option.hasPrefix("size=") else { return false }
        guard let size = ByteCount(String(option.dropFirst(5))) else { throw .size(String(option.dropFirst(5))) }
        options.size = size.bytes
        return true
    }
}
