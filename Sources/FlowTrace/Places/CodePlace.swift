/// An image of the traced program: the program itself, or a library.
public struct CodeModule: Hashable, Sendable {
    /// Its number in the trace, from 1.
    public let number: UInt32
    /// The difference between an address in memory and the same address in the file.
    public let bias: UInt64
    /// The path at which the traced program loaded it, cut to 4,096 bytes.
    public let path: String
    /// Its build id in lower-case hexadecimal; empty if it has none.
    public var buildID: String

    /// The longest path kept, in bytes: that of the system.
    static let pathLimit = 4096
    /// The longest build id kept, in hexadecimal digits.
    static let buildIDLimit = 128

    public init(number: UInt32, bias: UInt64, path: String, buildID: String = "") {
        self.number = number
        self.bias = bias
        self.path = path
        self.buildID = buildID
    }
}

/// A return address in the traced program.
public struct CodeFrame: Hashable, Sendable {
    /// The number of its module; 0 if the address belongs to no known one.
    public let module: UInt32
    /// The address in the module's file, or in memory without a module. The call ends there, so it lies a byte further back.
    public let address: UInt64

    public init(module: UInt32, address: UInt64) {
        self.module = module
        self.address = address
    }
}

/// A stack of calls in the traced program.
public struct CodeStack: Hashable, Sendable {
    /// Its number in the trace, from 1.
    public let number: UInt32
    /// Its return addresses, the innermost first.
    public let frames: [CodeFrame]

    /// The most frames of a stack.
    public static let frameLimit = 32

    /// Keeps the ``frameLimit`` innermost frames.
    public init(number: UInt32, frames: [CodeFrame]) {
        self.number = number
        self.frames = Array(frames.prefix(CodeStack.frameLimit))
    }
}

/// The names of an address in a module: the function there, and the functions in which it is inlined.
public struct PlaceName: Hashable, Sendable {
    /// A function with a line of its source.
    public struct Function: Hashable, Sendable {
        /// Its name, as the symbolizer writes it; empty if unknown.
        public let name: String
        /// The path of its file; empty if unknown.
        public let file: String
        /// The line, from 1; 0 if unknown.
        public let line: Int
        /// The column, from 1; 0 if unknown.
        public let column: Int

        public init(name: String, file: String = "", line: Int = 0, column: Int = 0) {
            self.name = name
            self.file = file
            self.line = line
            self.column = column
        }
    }

    /// The number of the module.
    public let module: UInt32
    /// The address, as in its ``CodeFrame``.
    public let address: UInt64
    /// The functions, the innermost first.
    public let functions: [Function]

    /// The most functions kept.
    static let functionLimit = 24
    /// The longest text kept of a name or a path, in bytes.
    static let textLimit = 1024

    /// Keeps the innermost functions.
    public init(module: UInt32, address: UInt64, functions: [Function]) {
        self.module = module
        self.address = address
        self.functions = Array(functions.prefix(PlaceName.functionLimit))
    }
}

extension PlaceName.Function {
    /// The text of a ``FactKind/placeName``: four lines.
    var text: String { "\(name.oneLine)\n\(file.oneLine)\n\(line)\n\(column)" }

    /// Reads the text of a ``FactKind/placeName``; `nil` if it is none.
    public init?(text: String) {
        // Bytes: a carriage return and a line break are one character.
        let parts = text.utf8.split(separator: 10, omittingEmptySubsequences: false).map { String(decoding: $0, as: UTF8.self) }
        guard parts.count == 4, let line = Int(parts[2]), let column = Int(parts[3]), line >= 0, column >= 0 else { return nil }
        self.init(name: parts[0], file: parts[1], line: line, column: column)
    }
}

extension String {
    /// The text without line breaks.
    fileprivate var oneLine: String { utf8.contains(10) ? String(decoding: utf8.filter { $0 != 10 }, as: UTF8.self) : self }
}
