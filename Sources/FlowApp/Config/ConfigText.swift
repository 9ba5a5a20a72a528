/// The entries of the settings file. An invalid line becomes a problem; the other lines still count.
struct ConfigText: Equatable {
    private(set) var entries: [ConfigEntry] = []
    private(set) var problems: [ConfigProblem] = []
    private let file: String
    /// The line of each heading.
    private(set) var headings: [String: Int] = [:]

    /// The maximum size of the file in bytes.
    static let limit = 1 << 16

    /// Parses the file.
    ///
    /// - Parameter file: The file's name in messages.
    init(_ bytes: some Collection<UInt8>, file: String) {
        self.file = file
        guard bytes.count <= ConfigText.limit else {
            report("the file is longer than 64 KB; settings take less, so name another file", 1)
            return
        }
        var section: String? = ""
        for (number, line) in bytes.split(separator: 0x0A, omittingEmptySubsequences: false).enumerated() {
            read(line, number + 1, &section)
        }
    }

    /// - Parameter section: The heading above the line; `nil` if that heading is invalid, so that the line is ignored.
    private mutating func read(_ bytes: some Collection<UInt8>, _ number: Int, _ section: inout String?) {
        var bytes = Array(bytes)
        if number == 1, bytes.starts(with: [0xEF, 0xBB, 0xBF]) { bytes.removeFirst(3) }
        if bytes.last == 0x0D { bytes.removeLast() }
        guard let text = String(validating: bytes, as: UTF8.self) else {
            report("the line is not UTF-8; save the file as UTF-8", number)
            return
        }
        do throws(ConfigLine.Fault) {
            switch try ConfigLine.content(of: text) {
            case .nothing: break
            case .heading(let name): section = begin(name, number)
            case .entry(let name, let value):
                if let section { add(ConfigEntry(section: section, name: name, value: value, line: number)) }
            }
        } catch {
            if text.drop(while: { $0 == " " || $0 == "\t" }).first == "[" { section = nil }
            report(error.what, number)
        }
    }

    private mutating func begin(_ name: String, _ number: Int) -> String? {
        if let first = headings[name] {
            report("[\(name)] is in line \(first) already; put these lines below that one", number)
            return nil
        }
        headings[name] = number
        return name
    }

    private mutating func add(_ entry: ConfigEntry) {
        if let first = entries.first(where: { $0.section == entry.section && $0.name == entry.name }) {
            report("\(entry.name) is in line \(first.line) already; keep one of the two", entry.line)
        } else {
            entries.append(entry)
        }
    }

    private mutating func report(_ what: String, _ number: Int) {
        problems.append(ConfigProblem(origin: .line(number, file: file), what: what))
    }
}
