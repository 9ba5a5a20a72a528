/// What is wrong with the value of `FLOWVIZ`, in one line.
public enum AgentSettingError: Error, Equatable, CustomStringConvertible {
    /// None of the forms.
    case unknown(String)
    /// `file:` without a path.
    case noPath
    /// Bytes that are not UTF-8, as they are shown.
    case notUTF8(String)
    /// A size that is no number of bytes.
    case size(String)

    /// Values that are neither `all` nor `basic`.
    case values(String)

    public var description: String {
        switch self {
        case .unknown(let value):
            "FLOWVIZ is '\(value)'; it takes 1[,size=BYTES][,values=all], or file:PATH[,size=BYTES][,ring][,values=all]"
        case .noPath: "FLOWVIZ names no file; write file:PATH"
        case .notUTF8(let value): "FLOWVIZ is '\(value)', which is not UTF-8; name another file"
        case .size(let value): "FLOWVIZ has the size '\(value)'; write bytes from 1M to 64G, as 64M or 1000000"
        case .values(let value): "FLOWVIZ has the values '\(value)'; write values=all, or values=basic"
        }
    }
}
