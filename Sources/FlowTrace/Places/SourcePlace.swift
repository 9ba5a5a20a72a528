/// A place in the traced program's source: where a stage was made, named, subscribed to or fed.
public struct SourcePlace: Hashable, Sendable {
    /// The function, with its type and the labels of its arguments; empty if unknown.
    public let function: String
    /// The path of the file, or module and file as in `#fileID`; empty if unknown.
    public let file: String
    /// The line, from 1; 0 if unknown.
    public let line: Int
    /// The Swift module; if unknown, the file name of the program or the library.
    public let module: String
    /// The address in the program or the library, if nothing else is known; otherwise `nil`.
    public let address: UInt64?

    public init(function: String, file: String, line: Int, module: String) {
        self.function = function
        self.file = file
        self.line = line
        self.module = module
        address = nil
    }

    /// Code without a name.
    public init(module: String, address: UInt64) {
        (function, file, line) = ("", "", 0)
        self.module = module
        self.address = address
    }

    /// The line of a label, or of a call with a `#fileID`.
    public init(_ location: CodeLocation) {
        let module = location.fileID.split(separator: "/").first.map(String.init) ?? ""
        self.init(function: "", file: location.fileID, line: location.line, module: module)
    }

    /// The file's name without folders.
    var fileName: String { file.split(separator: "/").last.map(String.init) ?? "" }

    /// Whether it lies in the same function as another place.
    package func isOfFunction(of other: SourcePlace) -> Bool {
        line > 0 && !function.isEmpty && function == other.function && file == other.file
    }

    /// The line as module and file, as in `#fileID`; `nil` without a line.
    public var location: CodeLocation? {
        line > 0 && !file.isEmpty ? CodeLocation(fileID: "\(module.isEmpty ? "?" : module)/\(fileName)", line: line) : nil
    }

    /// `WSHandler.swift:83 makeFrames`, `Shop.swift:8`, `shop+0x12ab`.
    public var short: String {
        if let address { return "\(module)+0x\(String(address, radix: 16))" }
        let place = file.isEmpty ? module : line > 0 ? "\(fileName):\(line)" : fileName
        return [place, shortFunction].filter { !$0.isEmpty }.joined(separator: " ")
    }

    /// The function without its type and its arguments: `makeFrames`, `consume() closure`.
    private var shortFunction: String {
        let words = function.split(separator: " ", maxSplits: 1)
        guard let whole = words.first else { return "" }
        let head = whole.prefix { $0 != "(" }
        let name = head.last == "." ? head : head.split(separator: ".").last ?? head
        guard words.count > 1 else { return String(name) }
        return "\(name)\(head.endIndex < whole.endIndex ? "()" : "") \(words[1])"
    }
}

extension SourcePlace {
    /// The place of a label or a call, with the function if the stack tells the same line.
    init?(_ location: CodeLocation?, or place: SourcePlace?) {
        guard let location else {
            guard let place else { return nil }
            self = place
            return
        }
        let given = SourcePlace(location)
        self = place?.line == location.line && place?.fileName == given.fileName ? place ?? given : given
    }
}

extension NodeFact {
    /// The place of the stage: of its label or its creation, or else the one that the stack of its subscription tells.
    public var site: SourcePlace? { SourcePlace(location, or: place) }
}

extension EdgeFact {
    /// The place of the edge: of its label, or else the one that the stack of its subscription tells. Without a label, the location
    /// is that of the stream above, not of the loop that consumes it.
    public var site: SourcePlace? { SourcePlace(givenLabel == nil && place?.location != nil ? nil : location, or: place) }
}
