import FlowCore
import FlowTrace

/// The value of the variable `FLOWVIZ`.
public enum AgentSetting: Equatable, Sendable {
    case off
    /// `1[,size=BYTES][,values=all][,places=off][,executors=off][,control]`: record into a ring that `flowviz attach` watches. With
    /// control, viewers may hold stages.
    case socket(size: Int, values: TracedValues, places: Bool = true, executors: Bool = true, control: Bool = false)
    /// `file:PATH[,size=BYTES][,ring][,values=all][,places=off][,executors=off]`, or, for a path with commas,
    /// `file[,size=BYTES][,ring][,values=all][,places=off][,executors=off],path=PATH`: record into a file. `since=NANOSECONDS`, counted from
    /// 1970, allows replacing a trace that began earlier. With `socket`, viewers may hold stages, and connect at the path with `.sock`
    /// behind it: `flowviz try` starts programs this way.
    case file(
        path: String, options: TraceFileOptions, values: TracedValues, places: Bool = true, executors: Bool = true,
        since: UInt64? = nil, socket: Bool = false)

    /// The maximum length of a value's recorded description, in bytes.
    public static let descriptionLimit = 256

    /// The default size of the ring that viewers watch, in bytes: some two million records. On most systems the ring is in
    /// memory.
    public static let ringSize = 64 << 20

    private struct Options {
        var size: Int?
        var isRing = false
        var values = TracedValues.basic
        var places = true
        var executors = true
        var control = false
        var since: UInt64?
        var socket = false

        func file(_ path: String) throws(AgentSettingError) -> AgentSetting {
            guard !path.isEmpty else { throw .noPath }
            guard !control else { throw .controlOfFile }
            let file = TraceFileOptions(size: size ?? TraceFileOptions.defaultSize, isRing: isRing)
            return .file(
                path: path, options: file, values: values, places: places, executors: executors, since: since,
                socket: socket)
        }
    }

    /// Parses the environment's value of the variable.
    ///
    /// - Throws: ``AgentSettingError`` for an invalid value, or for one that is not UTF-8, since conversion would change a path.
    init(variable: UnsafePointer<CChar>?) throws(AgentSettingError) {
        let value = variable.map { String(cString: $0) }
        if let variable, let value, String(validatingCString: variable) == nil { throw .notUTF8(value) }
        try self.init(value)
    }

    /// Parses the value of the variable.
    ///
    /// - Throws: ``AgentSettingError`` for an invalid value.
    public init(_ value: String?) throws(AgentSettingError) {
        guard let value, !value.isEmpty, value != "0" else {
            self = .off
            return
        }
        if let rest = AgentSetting.text(of: value, after: "file,") {
            self = try AgentSetting.file(of: rest, in: value)
            return
        }
        let isFile = AgentSetting.text(of: value, after: "file:") != nil
        guard value == "1" || value.hasPrefix("1,") || isFile else { throw .unknown(value) }
        var options = Options()
        var parts = value.split(separator: ",", omittingEmptySubsequences: false)[...]
        while let last = parts.last, parts.count > 1, try AgentSetting.apply(last, into: &options) { parts.removeLast() }
        let rest = parts.joined(separator: ",")
        guard let path = AgentSetting.text(of: rest, after: "file:") else {
            guard rest == "1", !options.isRing, options.since == nil, !options.socket else { throw .unknown(value) }
            self = .socket(
                size: options.size ?? AgentSetting.ringSize, values: options.values, places: options.places,
                executors: options.executors, control: options.control)
            return
        }
        self = try options.file(path)
    }

    /// Parses options up to `path=`; everything after it is the path.
    private static func file(of text: String, in value: String) throws(AgentSettingError) -> AgentSetting {
        var options = Options()
        var rest = text[...]
        while true {
            if let path = AgentSetting.text(of: rest, after: "path=") { return try options.file(path) }
            guard let comma = rest.utf8.firstIndex(of: UInt8(ascii: ",")), try apply(rest[..<comma], into: &options) else {
                throw .unknown(value)
            }
            rest = rest[rest.utf8.index(after: comma)...]
        }
    }

    /// Applies an option such as `size=N`. Returns `false` for other text, which is part of a path with commas.
    private static func apply(_ option: Substring, into options: inout Options) throws(AgentSettingError) -> Bool {
        if option == "ring" {
            options.isRing = true
            return true
        }
        if option == "control" {
            options.control = true
            return true
        }
        if option == "socket" {
            options.socket = true
            return true
        }
        if let start = text(of: option, after: "since=").flatMap(UInt64.init) {
            options.since = start
            return true
        }
        if let word = text(of: option, after: "values=") {
            guard let values = values(word) else { throw .values(word) }
            options.values = values
            return true
        }
        if let word = text(of: option, after: "places=") {
            guard word == "on" || word == "off" else { throw .places(word) }
            options.places = word == "on"
            return true
        }
        if let word = text(of: option, after: "executors=") {
            guard word == "on" || word == "off" else { throw .executors(word) }
            options.executors = word == "on"
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

    /// The text after a prefix; `nil` without the prefix. Compares bytes, since a path may begin with a combining character.
    private static func text(of option: some StringProtocol, after name: String) -> String? {
        option.utf8.starts(with: name.utf8) ? String(decoding: option.utf8.dropFirst(name.utf8.count), as: UTF8.self) : nil
    }
}

/// An error in the value of `FLOWVIZ`, in one line.
public enum AgentSettingError: Error, Equatable, CustomStringConvertible {
    case unknown(String)
    /// `file:` without a path.
    case noPath
    /// Control of a program that records into a file.
    case controlOfFile
    /// Bytes that are not UTF-8, made visible.
    case notUTF8(String)
    /// A size that is not a number of bytes.
    case size(String)

    /// Values that are neither `all` nor `basic`.
    case values(String)
    /// Places that are neither `on` nor `off`.
    case places(String)
    /// Executors that are neither `on` nor `off`.
    case executors(String)

    public var description: String {
        switch self {
        case .unknown(let value):
            """
            FLOWVIZ is '\(value)'; it takes 1 or file:PATH, and behind it [,size=BYTES][,values=all][,places=off][,executors=off], for \
            1 [,control], and for a file [,ring]
            """
        case .noPath: "FLOWVIZ names no file; write file:PATH"
        case .controlOfFile: "FLOWVIZ has control for a file; write 1,control: viewers connect only to a program that they watch"
        case .notUTF8(let value): "FLOWVIZ is '\(value)', which is not UTF-8; name another file"
        case .size(let value): "FLOWVIZ has the size '\(value)'; write bytes from 1M to 64G, as 64M or 1000000"
        case .values(let value): "FLOWVIZ has the values '\(value)'; write values=all, or values=basic"
        case .places(let value): "FLOWVIZ has the places '\(value)'; write places=off, or places=on"
        case .executors(let value): "FLOWVIZ has the executors '\(value)'; write executors=off, or executors=on"
        }
    }
}
